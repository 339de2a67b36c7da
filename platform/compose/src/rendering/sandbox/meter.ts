import { PageError } from './page-error'

export type SandboxLimits = {
  memoryMb: number
  /** Limit of interrupt checks per step; the engine checks every 10,000 calls and backward jumps. */
  interrupts: number
}

/** Messages of the engine and of its binding. */
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

  /** Interrupts the engine when true; pages cannot catch that. */
  isOver = (): boolean => ++this.#interrupts > this.limits.interrupts

  explain(error: unknown): unknown {
    const { interrupts, memoryMb } = this.limits
    if (this.#interrupts > interrupts) {
      return new PageError(`it does not come to an end: stopped after ${interrupts * 10_000} steps`)
    }
    const isOutOfMemory = error instanceof Error && OUT_OF_MEMORY.test(`${error.name}: ${error.message}`)
    return isOutOfMemory ? new PageError(`it took more than ${memoryMb} MB`) : error
  }
}
