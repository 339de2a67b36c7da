import { Refusal } from '@platform/base/errors/refusal'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const canarySchema = Type.Object({
  composition: Type.Integer(),
  /** Percent. */
  share: Type.Number({ minimum: 0, maximum: 100 }),
  /** Names this rollout in cookies; buckets of others are ignored. */
  salt: Type.String(),
  startedAt: Type.String(),
  /** Planned shares, the next at `nextAt` (ISO 8601); 100 finishes. */
  steps: Type.Optional(
    Type.Object({ shares: Type.Array(Type.Number()), everyMs: Type.Integer(), nextAt: Type.String() }),
  ),
})

const pointerSchema = Type.Object({
  live: Type.Integer(),
  /** Targets of a rollback, latest first. */
  history: Type.Array(Type.Integer()),
  /** ISO 8601. */
  since: Type.Optional(Type.String()),
  highest: Type.Optional(Type.Integer()),
  /** When visitors last got each composition; open tabs still request its files. */
  lastLive: Type.Optional(Type.Record(Type.String(), Type.String())),
  canary: Type.Optional(canarySchema),
  /** Cookies are cleared for a while after it. */
  canaryEndedAt: Type.Optional(Type.String()),
  previews: Type.Optional(Type.Array(Type.Object({ composition: Type.Integer(), expiresAt: Type.String() }))),
  hold: Type.Optional(Type.Object({ since: Type.String(), by: Type.String(), reason: Type.String() })),
})

/** One document, so that it changes at once. */
export type Pointer = Static<typeof pointerSchema>
export type Canary = Static<typeof canarySchema>

export type PointerChange = {
  [Field in Exclude<keyof Pointer, 'highest' | 'lastLive' | 'since'>]?: Pointer[Field] | undefined
}

type Numbered = { [Field in keyof Pointer]?: Pointer[Field] | undefined }

/** Pages of an expired preview may stay open this long. */
const PREVIEW_KNOWN_MS = 7 * 24 * 60 * 60 * 1_000

const checker = Compile(pointerSchema)

export const isPointer = (value: unknown): value is Pointer => checker.Check(value)

export function parsePointer(value: unknown, source: string): Pointer {
  if (!isPointer(value)) throw new Error(`${source} does not name a composition`)
  return value
}

/** @param kept numbers of kept compositions; others are forgotten */
export function nextPointer(
  before: Pointer | undefined,
  change: PointerChange,
  now: Date,
  kept: readonly number[],
): Pointer {
  const at = now.toISOString()
  const wanted = { ...before, ...change }
  const served = [wanted.live, wanted.canary?.composition]
  const gone = [before?.live, before?.canary?.composition].filter((it) => it !== undefined && !served.includes(it))
  const isKnown = ({ expiresAt }: { expiresAt: string }) => Date.parse(expiresAt) + PREVIEW_KNOWN_MS > now.getTime()
  const previews = wanted.previews?.filter(isKnown) ?? []
  const lastLive = { ...before?.lastLive, ...Object.fromEntries(gone.map((number) => [number, at])) }
  const next: unknown = JSON.parse(
    JSON.stringify({
      ...wanted,
      history: wanted.history?.filter((number) => kept.includes(number)),
      highest: Math.max(...numbersOf(before), ...numbersOf(wanted)),
      since: wanted.live === before?.live ? before?.since : at,
      lastLive: Object.fromEntries(Object.entries(lastLive).filter(([number]) => kept.includes(Number(number)))),
      canaryEndedAt: before?.canary && !wanted.canary ? at : wanted.canaryEndedAt,
      previews: previews.length > 0 ? previews : undefined,
    }),
  )
  if (!checker.Check(next)) throw new Error('That is no pointer')
  return next
}

export function numbersOf(pointer: Numbered | undefined): number[] {
  const { live = 0, highest = 0, history = [], lastLive = {}, canary, previews = [] } = pointer ?? {}
  const alternates = [canary?.composition ?? 0, ...previews.map(({ composition }) => composition)]
  return [live, highest, ...history, ...alternates, ...Object.keys(lastLive).map(Number)]
}

export function servedCompositions(pointer: Pointer | undefined, now = new Date()): number[] {
  if (!pointer) return []
  const { live, canary, previews = [] } = pointer
  const shown = previews.filter(({ expiresAt }) => expiresAt > now.toISOString())
  return [live, ...(canary ? [canary.composition] : []), ...shown.map(({ composition }) => composition)]
}

export function isSamePointer(a: Pointer | undefined, b: Pointer | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Numbers are never reused, since tabs and logs name them. */
export function nextNumberAfter(kept: readonly number[], pointer: Pointer | undefined): number {
  return Math.max(0, ...kept, ...numbersOf(pointer)) + 1
}

export function refuseChange(pointer: Pointer | undefined): void {
  if (pointer?.canary) {
    throw new Refusal(
      `Composition ${pointer.canary.composition} is the canary of ${pointer.canary.share} % of the visitors. ` +
        'Say "site canary finish" or "site canary stop" first.',
    )
  }
  refuseWhileHeld(pointer)
}

export function refuseWhileHeld(pointer: Pointer | undefined): void {
  const { hold } = pointer ?? {}
  if (!hold) return
  throw new Refusal(
    `The site is held since ${hold.since} by ${hold.by}: ${hold.reason}. ` +
      'When the cause is understood, say "site resume --reason …" and try again.',
  )
}
