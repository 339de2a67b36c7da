/** Program of the rendering process. Code of a release runs only in its sandboxes. */

import type { RenderMessage, RenderWork } from './render-job'
import { type RenderStep, stepsOf } from './rendering-steps'
import type { SandboxLimits } from './sandbox/meter'
import { describeThrown } from './sandbox/page-error'
import { type Engine, Sandbox, type SandboxImage } from './sandbox/sandbox'

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
    const rendering = await Rendering.start(input)
    for (const [index, step] of stepsOf(input.work).entries()) {
      current = index
      // Sent before the step, so that a crash names its page.
      await report({ step: index, type: 'started' })
      const html = await rendering.run(step)
      if (html !== undefined) await report({ step: index, type: 'rendered', html })
    }
  } catch (error) {
    await report({ step: current, type: 'failed', reason: describeThrown(error) })
  }
}

/** Holds one sandbox at a time. Every package starts from a snapshot of the started host. */
class Rendering {
  readonly #engine: Engine
  readonly #input: RenderInput
  #sandbox: Sandbox
  #owner: string
  #image: SandboxImage | undefined

  private constructor(engine: Engine, input: RenderInput, sandbox: Sandbox) {
    this.#engine = engine
    this.#input = input
    this.#sandbox = sandbox
    this.#owner = input.work.host.package
  }

  static async start(input: RenderInput): Promise<Rendering> {
    const compile = async (name: keyof RenderInput['engine']) => ({
      name,
      wasm: await WebAssembly.compile(input.engine[name]),
    })
    const parts = [compile('wasm'), compile('encoding'), compile('headers')] as const
    const [{ wasm }, ...extensions] = await Promise.all(parts)
    const engine = { wasm, extensions }
    return new Rendering(engine, input, await Sandbox.start(engine, input.prelude, input.limits))
  }

  async run(step: RenderStep): Promise<string | undefined> {
    if (step.type === 'host') {
      this.#sandbox.startHost(step.bundle)
      this.#image = this.#sandbox.image()
      return undefined
    }
    const sandbox = await this.#sandboxOf(step.package)
    if (step.type === 'page') return sandbox.render(step.job)
    sandbox.startModule(step.bundle)
    return undefined
  }

  async #sandboxOf(owner: string): Promise<Sandbox> {
    if (owner === this.#owner) return this.#sandbox
    if (!this.#image) throw new Error('The host has not started')
    this.#sandbox.dispose()
    this.#sandbox = await Sandbox.restore(this.#engine, this.#image, this.#input.limits)
    this.#owner = owner
    return this.#sandbox
  }
}
