import { randomBytes } from 'node:crypto'
import { Refusal } from '@platform/base/errors/refusal'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { stepWaitsFor } from '../model/canary-evidence'
import { type Canary, type Pointer, refuseChange, refuseWhileHeld } from '../model/pointer'
import type { LiveState } from '../site/move-live'
import type { Site } from '../site/site'
import { activating, composeWanted, historyAfter, listNames, showComposition } from './make-live'
import { requireSound } from './roll-back'

/** Shares in percent. */
export type Steps = { shares: readonly number[]; everyMs: number }
export type CanaryPlan = { share: number; steps?: Steps | undefined }
export type StartedCanary = {
  number: number
  releases: Record<string, string>
  share: number
  brokenBlocks?: string[] | undefined
}

const FULL = 100

export function startCanary(
  store: Site,
  versions: Readonly<Record<string, string>>,
  { share, steps }: CanaryPlan,
  limits: RenderLimits = defaultLimits,
): Promise<StartedCanary> {
  checkShares([share, ...(steps?.shares ?? [])])
  return activating(store, `canary ${listNames(versions)}`, limits, async (context) => {
    const { from, live } = context
    if (!from.pointer || !live)
      throw new Refusal('Nothing is live yet, so there is nothing a canary could be compared with')
    refuseChange(from.pointer)
    const composition = await composeWanted(context, { ...versionsOf(live), ...versions })
    if (composition === live) throw new Refusal(`Composition ${live.number} is live and is made of these releases`)
    // Uses the store's clock: a local one an hour ahead would suspend decision for an hour.
    const now = (await store.now()).getTime()
    const canary: Canary = {
      composition: composition.number,
      share,
      salt: randomBytes(16).toString('base64url'),
      startedAt: new Date(now).toISOString(),
      ...(steps && steps.shares.length > 0 && { steps: stepsFrom(steps.shares, steps.everyMs, now) }),
    }
    await showComposition(context, composition.number, { canary })
    const { number, brokenBlocks } = composition
    return { number, releases: versionsOf(composition), share, brokenBlocks }
  })
}

export async function shareCanary(store: Site, share: number): Promise<Canary> {
  checkShares([share])
  const { from, pointer, canary } = await requireCanary(store)
  const { steps: _, ...kept } = canary
  if (share > canary.share) {
    refuseWhileHeld(pointer)
    await requireSound(store, canary.composition)
  }
  await store.moveLive(from, { canary: { ...kept, share } })
  return { ...kept, share }
}

export async function finishCanary(store: Site): Promise<{ from: number; to: number }> {
  const { from, pointer, canary } = await requireCanary(store)
  refuseWhileHeld(pointer)
  await requireSound(store, canary.composition)
  await store.moveLive(from, { live: canary.composition, history: historyAfter(pointer), canary: undefined })
  return { from: pointer.live, to: canary.composition }
}

/**
 * @param hold also stops new releases
 * @param failing is the canary that an origin drops, and no other
 */
export async function stopCanary(
  store: Site,
  hold?: Pointer['hold'],
  failing?: number,
): Promise<{ stopped: number; live: number }> {
  const { from, pointer, canary } = await requireCanary(store)
  if (failing !== undefined && failing !== canary.composition)
    throw new Refusal(`Composition ${failing} is not the canary any more`)
  await store.moveLive(from, { canary: undefined, ...(hold && { hold }) })
  return { stopped: canary.composition, live: pointer.live }
}

export async function stepCanary(store: Site): Promise<number | undefined> {
  const from = await store.live()
  const now = (await store.now()).getTime()
  const { pointer } = from
  if (!pointer?.canary || !isStepDue(pointer, now)) return undefined
  if (stepWaitsFor(pointer, await store.health.read(Date.parse(pointer.canary.startedAt)), now)) return undefined
  const { steps, ...canary } = pointer.canary
  const [share = FULL, ...later] = steps?.shares ?? []
  if (share === FULL) {
    await finishCanary(store)
    return share
  }
  const planned = later.length > 0 ? { steps: stepsFrom(later, steps?.everyMs ?? 0, now) } : {}
  await store.moveLive(from, { canary: { ...canary, share, ...planned } })
  return share
}

export function isStepDue(pointer: Pointer | undefined, now: number): boolean {
  const nextAt = pointer?.canary?.steps?.nextAt
  return nextAt !== undefined && Date.parse(nextAt) <= now
}

function stepsFrom(shares: readonly number[], everyMs: number, now: number): NonNullable<Canary['steps']> {
  return { shares: [...shares], everyMs, nextAt: new Date(now + everyMs).toISOString() }
}

async function requireCanary(store: Site): Promise<{ from: LiveState; pointer: Pointer; canary: Canary }> {
  const from = await store.live()
  const { pointer } = from
  if (!pointer?.canary)
    throw new Refusal('No canary runs. Say for example "site canary start catalog@1.6.0 --share 5".')
  return { from, pointer, canary: pointer.canary }
}

function checkShares(shares: readonly number[]): void {
  for (const [index, share] of shares.entries()) {
    if (!(share > 0 && share <= FULL)) throw new Refusal(`"${share}" is not a share: more than 0 and up to 100 percent`)
    const former = shares[index - 1]
    if (former !== undefined && share <= former)
      throw new Refusal(`The steps must grow, but ${share} follows ${former}`)
  }
}
