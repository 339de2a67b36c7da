/** What happens on a rollback: the pointer moves back to a composition that is kept whole, and a canary ends. */

import { messageOf, Refusal } from '@platform/base/errors/refusal'
import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import { differencesOf, type SiteSettings } from '@platform/compose/settings/site-settings'
import type { Pointer } from '../model/pointer'
import { revokedReleases } from '../model/revoked-releases'
import type { SiteStore } from '../store/site-store'

/** A composition that was not gone back to, and why. */
export type Skipped = { number: number; reason: string }

export type Rollback = {
  from: number
  to: number
  /** Newer ones that would have come first, and are damaged or revoked. */
  skipped: Skipped[]
  /** What is damaged of it, and was so of what visitors got until now: both are made of it. */
  sharedDamage?: string
  /** Settings that its pages still have as they were then, by their names. */
  settings: string[]
}

/**
 * Points back to a kept composition as it was composed: the one live before, or the one given.
 * @param hold keeps anything new from becoming live after it
 * @throws Refusal when there is nothing to go back to, with what is wrong with each that there is
 */
export async function rollBack(store: SiteStore, number?: number, hold?: Pointer['hold']): Promise<Rollback> {
  const from = await store.live()
  const { pointer } = from
  if (!pointer) throw new Refusal('Nothing is live yet, so there is nothing to roll back')
  const kept = await store.compositions()
  const candidates = number === undefined ? earlier(pointer, kept) : [chosen(pointer, kept, number)]
  const { next, target, skipped, sharedDamage } = await findSound(store, candidates, pointer.live)
  // Whoever goes back means all visitors: a canary beside what was wrong would stay behind.
  await store.moveLive(from, { ...next, canary: undefined, ...(hold && { hold }) })
  const settings = await otherSettings(store, target.settings)
  return { from: pointer.live, to: next.live, skipped, ...(sharedDamage !== undefined && { sharedDamage }), settings }
}

type Planned = Pick<Pointer, 'live' | 'history'>

type Found = { next: Planned; target: CompositionOutline; skipped: Skipped[]; sharedDamage?: string | undefined }

/** The first that is sound, else the first whose damage is that of what is live. @throws Refusal with what is wrong with each */
async function findSound(store: SiteStore, candidates: readonly Planned[], live: number): Promise<Found> {
  const skipped: Skipped[] = []
  for (const next of candidates) {
    try {
      return { next, target: await requireSound(store, next.live), skipped }
    } catch (error) {
      skipped.push({ number: next.live, reason: messageOf(error) })
    }
  }
  const shown = await store.readComposition(live).catch(() => undefined)
  for (const [index, next] of (shown ? candidates : []).entries()) {
    const target = await requireSound(store, next.live, shown).catch(() => undefined)
    if (target) return { next, target, skipped: skipped.slice(0, index), sharedDamage: skipped[index]?.reason }
  }
  throw new Refusal(formatSkipped(skipped))
}

/** `Composition 41: …`, a line for each. */
export function formatSkipped(skipped: readonly Skipped[]): string {
  return skipped.map(({ number, reason }) => `Composition ${number} cannot be gone back to: ${reason}`).join('\n')
}

/**
 * A kept composition that visitors may get as it is.
 * @param shown what they get now: what it is made of too is not looked at
 * @throws Refusal when it is a preview, a file of it is missing or changed, or a release of it is revoked
 */
export async function requireSound(
  store: SiteStore,
  number: number,
  shown?: CompositionOutline,
): Promise<CompositionOutline> {
  const composition = await store.readComposition(number)
  await checkSound(store, composition, shown)
  return composition
}

/** @throws Refusal as {@link requireSound} */
async function checkSound(
  store: SiteStore,
  composition: CompositionOutline,
  shown?: CompositionOutline,
): Promise<void> {
  const { number, isPreview } = composition
  if (isPreview) {
    throw new Refusal(`Composition ${number} is a preview, as each of its pages says; activate its releases instead`)
  }
  const [revoked] = revokedReleases(composition, (await store.readDocument('keys')) ?? {})
  if (revoked) throw new Refusal(revoked)
  await store.verifyComposition(composition, shown)
}

/** It is live by now: that the settings cannot be read is no reason to say anything else. */
async function otherSettings(store: SiteStore, then: SiteSettings): Promise<string[]> {
  const now = await store.readDocument('settings').catch(() => undefined)
  return now ? differencesOf(then, now) : []
}

/** Each that was live before, the latest first. @throws Refusal when there is none */
function earlier({ history }: Pointer, kept: readonly number[]): Planned[] {
  const numbers = history.filter((number) => kept.includes(number))
  if (numbers.length === 0) throw new Refusal('There is no earlier composition to go back to')
  return numbers.map((live, index) => ({ live, history: numbers.slice(index + 1) }))
}

function chosen({ live, history }: Pointer, kept: readonly number[], number: number): Planned {
  if (number === live) throw new Refusal(`Composition ${number} is already live`)
  if (!kept.includes(number)) {
    throw new Refusal(`Composition ${number} is not kept. Kept are: ${kept.join(', ')}`)
  }
  const index = history.indexOf(number)
  return { live: number, history: index === -1 ? [live, ...history] : history.slice(index + 1) }
}
