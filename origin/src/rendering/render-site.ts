import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../refusal'
import type { RenderEvent, RenderWork } from './render-job'

export type RenderLimits = { timeoutMs: number; memoryMb: number; workerFile: string }

export const defaultLimits: RenderLimits = {
  timeoutMs: 30_000,
  memoryMb: 256,
  workerFile: path.join(__dirname, 'render-worker.cjs'),
}

/**
 * Renders every document in a thread of its own, so that a page that loops, exits or eats memory
 * costs the activation and nothing else. The result has the order of `work.jobs`.
 * @throws Refusal naming the page and the reason as soon as one page fails.
 */
export function renderSite(work: RenderWork, limits: RenderLimits): Promise<string[]> {
  const worker = new Worker(limits.workerFile, {
    workerData: work,
    env: { NODE_ENV: 'production' },
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    stdout: true,
    stderr: true,
  })
  const documents: string[] = []
  let doing = 'start of the worker'
  const rendering = new Promise<string[]>((resolve, reject) => {
    const refuse = (reason: string) => reject(new Refusal(`Rendering failed at ${doing}: ${reason}`))
    const timer = setTimeout(() => refuse(`not finished after ${limits.timeoutMs / 1000} s`), limits.timeoutMs)
    worker.on('message', (event: RenderEvent) => {
      if (event.type !== 'rendered') doing = event.doing
      if (event.type === 'failed') refuse(event.reason)
      if (event.type === 'rendered') documents.push(event.html)
      if (documents.length === work.jobs.length) resolve(documents)
    })
    worker.on('error', (error: Error & { code?: string }) =>
      refuse(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it took more than ${limits.memoryMb} MB` : error.message),
    )
    worker.on('exit', () => {
      clearTimeout(timer)
      refuse('it ended the process')
    })
  })
  return rendering.finally(() => worker.terminate())
}
