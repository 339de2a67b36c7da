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

const preparedSchema = Type.Object({
  /** Names the change whole: who approves it means this very one. */
  id: Type.String(),
  /** Arguments of the operator's command, with exact versions. */
  command: Type.Array(Type.String()),
  /** `catalog@1.6.0` → digest of the release as it was prepared. */
  releases: Type.Record(Type.String(), Type.String()),
  by: Type.String(),
  at: Type.String(),
  reason: Type.Optional(Type.String()),
})

/** Compositions that are kept until then (ISO 8601), though nobody gets them as what is live. */
const keptUntil = Type.Optional(Type.Array(Type.Object({ composition: Type.Integer(), expiresAt: Type.String() })))

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
  previews: keptUntil,
  /** What was made before it is to be live; nobody gets it. */
  ahead: keptUntil,
  /** Nothing new becomes live until a person says otherwise. */
  hold: Type.Optional(Type.Object({ since: Type.String(), by: Type.String(), reason: Type.String() })),
  /** How many names something new needs; absent: one. */
  approvals: Type.Optional(Type.Literal(2)),
  /** What waits for the second of them, on what is live now. */
  prepared: Type.Optional(preparedSchema),
})

/** What visitors get and got before; one document, so that all of it changes at once. */
export type Pointer = Static<typeof pointerSchema>
export type Canary = Static<typeof canarySchema>
export type Prepared = Static<typeof preparedSchema>

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
  const ahead = wanted.ahead?.filter(({ composition }) => kept.includes(composition)) ?? []
  const lastLive = { ...before?.lastLive, ...Object.fromEntries(gone.map((number) => [number, at])) }
  const next: unknown = JSON.parse(
    JSON.stringify({
      ...wanted,
      history: wanted.history?.filter((number) => kept.includes(number)),
      highest: Math.max(...numbersOf(before), ...numbersOf(wanted)),
      since: wanted.live === before?.live ? before?.since : at,
      // It was looked at beside what was live.
      prepared: wanted.live === before?.live ? wanted.prepared : undefined,
      lastLive: Object.fromEntries(Object.entries(lastLive).filter(([number]) => kept.includes(Number(number)))),
      canaryEndedAt: before?.canary && !wanted.canary ? at : wanted.canaryEndedAt,
      previews: previews.length > 0 ? previews : undefined,
      ahead: ahead.length > 0 ? ahead : undefined,
    }),
  )
  if (!checker.Check(next)) throw new Error('That is no pointer')
  return next
}

/** Every number that a pointer, or a change of one, names. */
export function numbersOf(pointer: Numbered | undefined): number[] {
  const { live = 0, highest = 0, history = [], lastLive = {}, canary, previews = [], ahead = [] } = pointer ?? {}
  const alternates = [canary?.composition ?? 0, ...[...previews, ...ahead].map(({ composition }) => composition)]
  return [live, highest, ...history, ...alternates, ...Object.keys(lastLive).map(Number)]
}

/** Compositions that were made before they are to be live. */
export function numbersAhead(pointer: Pointer | undefined): number[] {
  return (pointer?.ahead ?? []).map(({ composition }) => composition)
}

/** Whether a composition was made before it was to be live, and nobody ever got it: there is no going back to it. */
export function isOnlyAhead(pointer: Pointer | undefined, { number, madeAhead }: MadeAhead): boolean {
  const wasLive = number === pointer?.live || pointer?.history.includes(number)
  return madeAhead !== undefined && !wasLive && pointer?.lastLive?.[number] === undefined
}

type MadeAhead = { number: number; madeAhead?: string | undefined }

/** Compositions that anybody gets by it: live, the canary, previews. */
export function servedCompositions(pointer: Pointer | undefined, now = new Date()): number[] {
  if (!pointer) return []
  const { live, canary, previews } = pointer
  return [live, ...(canary ? [canary.composition] : []), ...unexpired(previews, now)]
}

/** Of what is kept until a time, the compositions whose time has not come. */
export function unexpired(kept: Pointer['previews'] = [], now = new Date()): number[] {
  return kept.filter(({ expiresAt }) => expiresAt > now.toISOString()).map(({ composition }) => composition)
}

export function isSamePointer(a: Pointer | undefined, b: Pointer | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
