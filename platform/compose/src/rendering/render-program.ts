/** Program of the rendering process. Code of a release runs only in its sandboxes. */

import type { RenderMessage } from './rendering-reader'
import { type RenderStep, type RenderWork, stepsOf } from './rendering-steps'
import { describeThrown, type SandboxLimits } from './sandbox/meter'
import { Sandbox, type SandboxImage } from './sandbox/sandbox'

export type RenderInput = {
  engine: Record<'wasm' | 'encoding' | 'headers', Uint8Array<ArrayBuffer>>
  prelude: string
  work: RenderWork
  limits: SandboxLimits
}

/** @param send resolves after the write */
export async function renderAll(input: RenderInput, send: (line: string) => Promise<void>): Promise<void> {
  const report = (message: RenderMessage) => send(`${JSON.stringify(message)}\n`)
  let current = 0
  try {
    const run = await startRendering(input)
    for (const [index, step] of stepsOf(input.work).entries()) {
      current = index
      // Sent before the step, so that a crash names its page.
      await report({ step: index, type: 'started' })
      const html = await run(step).catch(async (error) => {
        if (step.type !== 'block') throw error
        await report({ step: index, type: 'failed', reason: describeThrown(error) })
      })
      if (html !== undefined) await report({ step: index, type: 'rendered', html })
    }
  } catch (error) {
    await report({ step: current, type: 'failed', reason: describeThrown(error) })
  }
}

/** Holds one sandbox at a time, and a second for a block. Every package starts from a snapshot of the started host. */
async function startRendering({ engine: files, prelude, work, limits }: RenderInput) {
  const compile = async (name: keyof RenderInput['engine']) => ({ name, wasm: await WebAssembly.compile(files[name]) })
  const [{ wasm }, ...extensions] = await Promise.all([compile('wasm'), compile('encoding'), compile('headers')])
  const engine = { wasm, extensions }
  let sandbox = await Sandbox.start(engine, prelude, limits)
  let owner = work.host.package
  let image: SandboxImage | undefined
  let blocks: Record<string, string> = {}

  return async (step: RenderStep): Promise<string | undefined> => {
    if (step.type === 'host') {
      sandbox.startHost(step.bundle, work.jobs[0]?.config.company)
      image = sandbox.image()
      return undefined
    }
    if (!image) throw new Error('The host has not started')
    if (step.type === 'block') {
      const own = await Sandbox.restore(engine, image, limits)
      try {
        own.startModule(step.bundle)
        blocks[step.job.block.name] = own.render(step.job)
      } finally {
        own.dispose()
      }
      return undefined
    }
    if (step.package !== owner) {
      sandbox.dispose()
      sandbox = await Sandbox.restore(engine, image, limits)
      owner = step.package
    }
    if (step.type === 'page') {
      const html = sandbox.render({ ...step.job, blocks: step.job.blocks && blocks })
      blocks = {}
      return html
    }
    sandbox.startModule(step.bundle)
    return undefined
  }
}
