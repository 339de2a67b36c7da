import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const canarySchema = Type.Object({
  composition: Type.Integer(),
  /** Percent of the visitors who have a bucket. */
  share: Type.Number({ minimum: 0, maximum: 100 }),
  /** Names this rollout in the visitors' cookies; a bucket of another rollout counts for nothing. */
  salt: Type.String(),
  startedAt: Type.String(),
  /** Shares still to come, the next of them at `nextAt` (ISO 8601). A share of 100 finishes. */
  steps: Type.Optional(
    Type.Object({ shares: Type.Array(Type.Number()), everyMs: Type.Integer(), nextAt: Type.String() }),
  ),
})

const pointerSchema = Type.Object({
  live: Type.Integer(),
  /** What was live before it, the latest first: where a rollback goes. */
  history: Type.Array(Type.Integer()),
  /** When it became live (ISO 8601); pointers of older versions do not say. */
  since: Type.Optional(Type.String()),
  /** The highest number of a composition that anybody ever got. */
  highest: Type.Optional(Type.Integer()),
  /** Kept composition → when visitors last got it (ISO 8601); tabs opened then still ask for its files. */
  lastLive: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** A second composition, which a part of the visitors gets. */
  canary: Type.Optional(canarySchema),
  /** When the last canary ended; visitors' cookies are taken back for a while after it. */
  canaryEndedAt: Type.Optional(Type.String()),
  /** What a signed link alone shows. */
  previews: Type.Optional(Type.Array(Type.Object({ composition: Type.Integer(), expiresAt: Type.String() }))),
  /** Nothing new becomes live until a person says otherwise. */
  hold: Type.Optional(Type.Object({ since: Type.String(), by: Type.String(), reason: Type.String() })),
})

/** What visitors get and got before; one document, so that all of it changes at once. */
export type Pointer = Static<typeof pointerSchema>
export type Canary = Static<typeof canarySchema>

/** What becomes different; `undefined` takes a field away. */
export type PointerChange = {
  [Field in Exclude<keyof Pointer, 'highest' | 'lastLive' | 'since'>]?: Pointer[Field] | undefined
}

type Numbered = { [Field in keyof Pointer]?: Pointer[Field] | undefined }

/** The pages of a preview may still be open somewhere for so long after it has expired; nothing is paid on them. */
const PREVIEW_KNOWN_MS = 7 * 24 * 60 * 60 * 1_000

const checker = Compile(pointerSchema)

/** @throws Error when it is no pointer */
export function parsePointer(value: unknown, source: string): Pointer {
  if (!checker.Check(value)) throw new Error(`${source} does not name a composition`)
  return value
}

/**
 * What the pointer becomes by a change; remembers what visitors got until now.
 * @param kept numbers of the kept compositions: of the others it remembers nothing but the highest number
 */
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

/** Every number that a pointer, or a change of one, names. */
export function numbersOf(pointer: Numbered | undefined): number[] {
  const { live = 0, highest = 0, history = [], lastLive = {}, canary, previews = [] } = pointer ?? {}
  const alternates = [canary?.composition ?? 0, ...previews.map(({ composition }) => composition)]
  return [live, highest, ...history, ...alternates, ...Object.keys(lastLive).map(Number)]
}

/** Compositions that anybody gets by it: live, the canary, previews. */
export function servedCompositions(pointer: Pointer | undefined, now = new Date()): number[] {
  if (!pointer) return []
  const { live, canary, previews } = pointer
  return [live, ...(canary ? [canary.composition] : []), ...shownPreviews(previews, now)]
}

function shownPreviews(previews: Pointer['previews'] = [], now: Date): number[] {
  return previews.filter(({ expiresAt }) => expiresAt > now.toISOString()).map(({ composition }) => composition)
}

export function isSamePointer(a: Pointer | undefined, b: Pointer | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
