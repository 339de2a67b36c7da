import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import type { SiteRule } from '../rules/checked-page'
import type { RenderEvent, RenderWork } from './render-job'

export type RenderLimits = {
  timeoutMs: number
  memoryMb: number
  /** The built `render-program`; run as text, so that the process needs to read nothing. */
  programFile: string
  /** Rules of the whole site that the finished pages may break, by the word of a person. */
  allowed?: readonly SiteRule[]
}

export const defaultLimits: RenderLimits = {
  timeoutMs: 30_000,
  memoryMb: 256,
  programFile: path.join(__dirname, 'render-program.cjs'),
}

/** `nobody` on the systems where this process may become somebody else. */
const NOBODY = 65_534
/** Node's permission model under the name this version knows: no file, no process, no thread, no add-on. */
const PERMISSIONS = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'
const MAX_NOTE_BYTES = 16_384

/**
 * Renders every document in a process of its own, so that a page that loops, exits or eats memory costs the
 * activation and nothing else. That process has an empty environment, may open no file and is another user where
 * the system lets it be, so that no secret of the site is within a page's reach. The result has the order of `work.jobs`.
 * @param onDocument told of each document as it comes, while the next one is being rendered
 * @throws Refusal naming the page and the reason as soon as one page fails.
 */
export async function renderSite(
  work: RenderWork,
  limits: RenderLimits,
  onDocument: (html: string) => void = () => {},
): Promise<string[]> {
  const child = startProcess(await readFile(limits.programFile, 'utf8'), limits)
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<string[]>((resolve, reject) => {
      let doing = 'start of the process'
      let notes = ''
      const documents: string[] = []
      const refuse = (reason: string) => reject(new Refusal(`Rendering failed at ${doing}: ${reason}`))
      timer = setTimeout(() => refuse(`not finished after ${limits.timeoutMs / 1000} s`), limits.timeoutMs)
      child.stderr?.on('data', (text) => {
        notes = `${notes}${text}`.slice(-MAX_NOTE_BYTES)
      })
      child.on('message', (event: RenderEvent) => {
        if (event.type !== 'rendered') doing = event.doing
        if (event.type === 'failed') refuse(event.reason)
        if (event.type === 'rendered') {
          documents.push(event.html)
          try {
            onDocument(event.html)
          } catch (error) {
            reject(error)
          }
        }
        if (documents.length === work.jobs.length) resolve(documents)
      })
      child.on('error', (error) => refuse(error.message))
      // After `close` nothing more is said on any channel.
      child.on('close', (_code, signal) => refuse(reasonOfEnd(signal, notes, limits)))
      child.send(work, (error) => error && refuse(error.message))
    })
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

function startProcess(program: string, { memoryMb }: RenderLimits): ChildProcess {
  const isRoot = process.getuid?.() === 0
  return spawn(
    process.execPath,
    [PERMISSIONS, '--no-warnings', `--max-old-space-size=${memoryMb}`, '--eval', program],
    {
      cwd: path.parse(process.execPath).root,
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    },
  )
}

function reasonOfEnd(signal: NodeJS.Signals | null, notes: string, { memoryMb }: RenderLimits): string {
  if (signal === 'SIGABRT' || notes.includes('heap out of memory')) return `it took more than ${memoryMb} MB`
  return 'it ended the process'
}
