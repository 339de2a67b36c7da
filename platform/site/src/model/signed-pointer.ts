/** An undo may move the pointer back without a signature. */
import { checkSigned, type Signatures, type Signer, statementOf } from '../signatures/signatures'
import { type Canary, isPointer, isSamePointer, type Pointer, parsePointer } from './pointer'

/** The pointer that the operator signed last. */
export type SignedPointer = { signed: string; signedRevision: number; signature: string }

export async function checkSignedLive(
  signatures: Signatures,
  { signed, signedRevision, signature }: SignedPointer,
): Promise<{ revision: number; pointer: Pointer }> {
  await checkSigned(signatures, statementOf('live', String(signedRevision), signed), signature)
  return { revision: signedRevision, pointer: parsePointer(JSON.parse(signed), 'What is live in the database') }
}

export function signLive(signer: Signer, revision: number, pointer: Pointer): SignedPointer {
  const signed = JSON.stringify(pointer)
  return { signed, signedRevision: revision, signature: signer.sign(statementOf('live', String(revision), signed)) }
}

const CLOCK_MS = 60_000

/** Undoing, or a planned canary step, needs no signature. @returns the change that needs one */
export function findUnsignedChange(known: Pointer, next: Pointer | undefined, now = Date.now()): string | undefined {
  if (!next) return 'it says nothing any more'
  if (!isPointer(next)) return 'it does not name a composition'
  if (isSamePointer(known, next)) return undefined
  const finished = known.canary && dueShares(known, now).includes(FULL) ? [known.canary.composition] : []
  const shown = [...finished, known.live, ...known.history]
  if (!shown.includes(next.live)) return `composition ${next.live} was not live before`
  // Its targets must be further back, or two undos could go forward.
  const earlier = shown.slice(shown.indexOf(next.live) + 1)
  const stray = next.history.find((number) => !earlier.includes(number))
  if (stray !== undefined) return `composition ${stray} was not live before ${next.live}`
  const justShown = [known.live, known.canary?.composition, ...shown.slice(0, shown.indexOf(next.live))]
  const priced = Object.entries(next.lastLive ?? {}).find(
    ([number, at]) => !justShown.includes(Number(number)) && known.lastLive?.[number] !== at,
  )
  if (priced) return `visitors did not get composition ${priced[0]}`
  return (
    findCanaryChange(known, next.canary, now) ??
    findAddedPreview(known.previews, next.previews) ??
    findOtherChange(known, next) ??
    (known.hold && !next.hold ? 'the hold was ended' : undefined)
  )
}

const FULL = 100

function findOtherChange(known: Pointer, next: Pointer): string | undefined {
  const numbers = [known.highest ?? 0, known.live, ...known.history, known.canary?.composition ?? 0]
  if ((next.highest ?? 0) > Math.max(...numbers)) return `composition ${next.highest} was never made`
  return JSON.stringify(othersOf(next)) === JSON.stringify(othersOf(known)) ? undefined : 'something else was changed'
}

function othersOf(pointer: Pointer) {
  const { live, history, since, highest, lastLive, canary, canaryEndedAt, previews, hold, ...others } = pointer
  return Object.entries(others).sort(([a], [b]) => a.localeCompare(b))
}

function findCanaryChange(pointer: Pointer, next: Canary | undefined, now: number): string | undefined {
  if (!next) return undefined
  const { canary: known } = pointer
  const isSame =
    known?.composition === next.composition && known.salt === next.salt && known.startedAt === next.startedAt
  if (!known || !isSame) return `composition ${next.composition} is not the canary`
  if (next.share > Math.max(known.share, ...dueShares(pointer, now)))
    return `a share of ${next.share} % was not planned`
  return next.steps && !isRestOf(known.steps, next.steps) ? 'other steps were planned' : undefined
}

type Steps = NonNullable<Canary['steps']>

/** A step that is taken puts off the next, or all could be taken at once. */
function isRestOf(planned: Steps | undefined, { shares, everyMs, nextAt }: Steps): boolean {
  if (!planned) return false
  const taken = planned.shares.length - shares.length
  const isSame = JSON.stringify([shares, everyMs]) === JSON.stringify([planned.shares.slice(taken), planned.everyMs])
  return isSame && Date.parse(nextAt) >= Date.parse(planned.nextAt) + taken * everyMs
}

function dueShares({ canary, hold }: Pointer, now: number): number[] {
  const steps = canary?.steps
  if (!steps || hold) return []
  const first = Date.parse(steps.nextAt) - CLOCK_MS
  return steps.shares.filter((_share, index) => first + index * steps.everyMs <= now)
}

function findAddedPreview(known: Pointer['previews'] = [], next: Pointer['previews'] = []): string | undefined {
  const added = next.find(
    ({ composition, expiresAt }) => !known.some((it) => it.composition === composition && it.expiresAt >= expiresAt),
  )
  return added && `composition ${added.composition} is no preview`
}
