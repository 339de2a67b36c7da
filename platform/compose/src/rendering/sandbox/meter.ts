import { JSException } from 'quickjs-wasi'

export class PageError extends Error {
  override name = 'PageError'
}

/** The binding's value for a property whose getter throws. */
const UNREADABLE = '<null>'
/** Stack lines of the prelude, which do not help a team. */
const PRELUDE_LINE = /\n[^\n]*\(prelude:\d+:\d+\)/g

export function describeThrown(error: unknown): string {
  if (error instanceof PageError) return error.message
  if (!(error instanceof Error)) return String(error)
  if (error.name === UNREADABLE && error.message === UNREADABLE) return 'it threw something that cannot be described'
  const said = `${error.name}: ${error.message}`
  return error instanceof JSException && typeof error.stack === 'string'
    ? `${said}\n${error.stack}`.replace(PRELUDE_LINE, '').trimEnd()
    : said
}

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
