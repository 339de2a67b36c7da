import { PageError } from './page-error'

export type SandboxLimits = {
  memoryMb: number
  /** How often the engine may ask within one step whether it shall go on: every 10,000 calls and jumps back. */
  interrupts: number
}

/** How the engine says that it may not take more, and how its binding does. */
const OUT_OF_MEMORY = /^InternalError: out of memory$|wasm_malloc failed/

export class Meter {
  readonly limits: SandboxLimits
  #interrupts = 0

  constructor(limits: SandboxLimits) {
    this.limits = limits
  }

  start(): void {
    this.#interrupts = 0
  }

  /** The engine's question; true stops it, and nothing that it runs can catch that. */
  isOver = (): boolean => ++this.#interrupts > this.limits.interrupts

  /** What was thrown, in words of our own when it comes from a limit. */
  explain(error: unknown): unknown {
    const { interrupts, memoryMb } = this.limits
    if (this.#interrupts > interrupts) {
      return new PageError(`it does not come to an end: stopped after ${interrupts * 10_000} steps`)
    }
    const isOutOfMemory = error instanceof Error && OUT_OF_MEMORY.test(`${error.name}: ${error.message}`)
    return isOutOfMemory ? new PageError(`it took more than ${memoryMb} MB`) : error
  }
}
