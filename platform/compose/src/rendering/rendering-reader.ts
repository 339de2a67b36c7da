import { Refusal } from '@platform/base/errors/refusal'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { MAX_PAGE_CHARACTERS, type RenderStep } from './rendering-steps'

const MAX_REASON_CHARACTERS = 4_000
const REASON_LINES = 6
/** JSON may take six characters for one. */
const MAX_LINE_CHARACTERS = 6 * MAX_PAGE_CHARACTERS + 1_000
/** Control characters could attack the operator's terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}]/gu

const step = Type.Integer({ minimum: 0 })
const closed = { additionalProperties: false }
/** JSON line of the rendering process; `step` is an index into the steps. */
const messageSchema = Type.Union([
  Type.Object({ step, type: Type.Literal('started') }, closed),
  Type.Object({ step, type: Type.Literal('rendered'), html: Type.String() }, closed),
  Type.Object({ step, type: Type.Literal('failed'), reason: Type.String() }, closed),
])
export type RenderMessage = Static<typeof messageSchema>
const message = Compile(messageSchema)

/** Reads the untrusted rendering process: only planned documents, in order, each once. */
export class RenderingReader {
  readonly #steps: readonly RenderStep[]
  readonly #onStep: () => void
  #line = ''
  #current = -1
  #isOpen = false
  readonly failures: string[] = []

  constructor(steps: readonly RenderStep[], onStep: () => void) {
    this.#steps = steps
    this.#onStep = onStep
  }

  get isFinished(): boolean {
    return this.#current === this.#steps.length - 1 && !this.#isOpen
  }

  refusal(reason: string): Refusal {
    const doing = this.#steps[this.#current]?.name ?? 'start of the process'
    return new Refusal(`Rendering failed at ${doing}: ${reason}`)
  }

  /**
   * @returns completed documents
   * @throws Refusal for a failure or a forbidden message
   */
  read(text: string): string[] {
    const lines = (this.#line + text).split('\n')
    this.#line = lines.pop() ?? ''
    const documents = lines.flatMap((line) => (this.isFinished ? [] : this.#accept(this.#parse(line))))
    if (this.#line.length > MAX_LINE_CHARACTERS) throw this.#lies()
    return documents
  }

  #parse(line: string): RenderMessage {
    try {
      const value: unknown = JSON.parse(line)
      if (message.Check(value)) return value
    } catch {}
    throw this.#lies()
  }

  #accept(said: RenderMessage): string[] {
    if (said.type === 'failed') return this.#fail(said)
    if (said.type === 'rendered') return [this.#take(said)]
    this.#begin(said.step)
    return []
  }

  #fail({ step, reason }: Extract<RenderMessage, { type: 'failed' }>): string[] {
    const failed = this.#steps[step]
    if (failed?.type !== 'block' || step !== this.#current) throw this.refusal(printableReason(reason))
    this.failures.push(`${failed.name} shows its fallback: ${printableReason(reason)} (${failed.bundle.filename})`)
    return []
  }

  #take(said: Extract<RenderMessage, { type: 'rendered' }>): string {
    const isPlanned = said.step === this.#current && this.#isOpen
    if (!isPlanned || said.html === '' || said.html.length > MAX_PAGE_CHARACTERS) throw this.#lies()
    this.#isOpen = false
    return said.html
  }

  /** Enforces the order of steps: each page ends before the next step. */
  #begin(index: number): void {
    const next = this.#steps[index]
    if (!next || index !== this.#current + 1 || this.#isOpen) throw this.#lies()
    this.#current = index
    this.#isOpen = next.type === 'page'
    this.#onStep()
  }

  #lies(): Refusal {
    return this.refusal('the process that renders said what it must not')
  }
}

function printableReason(reason: string): string {
  const lines = reason.slice(0, MAX_REASON_CHARACTERS).split('\n').slice(0, REASON_LINES)
  return lines.map((line) => line.replace(UNPRINTABLE, '\ufffd')).join('\n')
}
