import { messageOf, Refusal } from '@platform/base/errors/refusal'
import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import { differencesOf, type SiteSettings } from '@platform/compose/settings/site-settings'
import type { Pointer } from '../model/pointer'
import { revokedReleases } from '../model/revoked-releases'
import type { Site } from '../site/site'

export type Skipped = { number: number; reason: string }

export type Rollback = {
  from: number
  to: number
  /** Newer candidates with damage of their own, or revoked. */
  skipped: Skipped[]
  /** Damage that what was live has too. */
  sharedDamage?: string
  /** Names of settings that have former values on its pages. */
  settings: string[]
}

/** @param failing is what an automatic rollback takes back, and nothing else */
export async function rollBack(
  store: Site,
  number?: number,
  hold?: Pointer['hold'],
  failing?: number,
): Promise<Rollback> {
  const from = await store.live()
  const { pointer } = from
  if (!pointer) throw new Refusal('Nothing is live yet, so there is nothing to roll back')
  if (failing !== undefined && failing !== pointer.live)
    throw new Refusal(`Composition ${failing} is not live any more`)
  const kept = await store.compositions()
  const candidates = number === undefined ? earlier(pointer, kept) : [chosen(pointer, kept, number)]
  const shown = await store.readComposition(pointer.live).catch(() => undefined)
  const { next, target, skipped } = await findSound(store, candidates, shown)
  // Otherwise the canary would stay.
  await store.moveLive(from, { ...next, canary: undefined, ...(hold && { hold }) })
  // After the move: no visitor waits for it, and what was live has this damage too.
  const sharedDamage = await store.verifyComposition(target).then(() => undefined, messageOf)
  const settings = await otherSettings(store, target.settings)
  return { from: pointer.live, to: next.live, skipped, ...(sharedDamage !== undefined && { sharedDamage }), settings }
}

type Planned = Pick<Pointer, 'live' | 'history'>

/** Finds the first candidate that is whole, apart from what is shown already. */
async function findSound(store: Site, candidates: readonly Planned[], shown?: CompositionOutline) {
  const skipped: Skipped[] = []
  for (const next of candidates) {
    try {
      return { next, target: await requireSound(store, next.live, shown), skipped }
    } catch (error) {
      skipped.push({ number: next.live, reason: messageOf(error) })
    }
  }
  throw new Refusal(formatSkipped(skipped))
}

export function formatSkipped(skipped: readonly Skipped[]): string {
  return skipped.map(({ number, reason }) => `Composition ${number} cannot be gone back to: ${reason}`).join('\n')
}

export async function requireSound(
  store: Site,
  number: number,
  shown?: CompositionOutline,
): Promise<CompositionOutline> {
  const composition = await store.readComposition(number)
  if (composition.isPreview) {
    throw new Refusal(`Composition ${number} is a preview, as each of its pages says; activate its releases instead`)
  }
  // Damaged keys must not keep an operator from going back.
  const keys = await store.readDocument('keys').catch(() => undefined)
  const [revoked] = revokedReleases(composition, keys ?? {})
  if (revoked) throw new Refusal(revoked)
  await store.verifyComposition(composition, shown)
  return composition
}

/** Ignores errors, since the rollback is done. */
async function otherSettings(store: Site, then: SiteSettings): Promise<string[]> {
  const now = await store.readDocument('settings').catch(() => undefined)
  return now ? differencesOf(then, now) : []
}

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

export async function holdSite(store: Site, hold: { by: string; reason: string }): Promise<void> {
  const from = await store.live()
  const { pointer } = from
  if (!pointer) throw new Refusal('Nothing is live yet, so there is nothing to hold')
  if (pointer.hold) throw new Refusal(`The site is held already, by ${pointer.hold.by}: ${pointer.hold.reason}`)
  await store.moveLive(from, { hold: { since: (await store.now()).toISOString(), ...hold } })
}

export async function resumeSite(store: Site): Promise<void> {
  const from = await store.live()
  if (!from.pointer?.hold) throw new Refusal('The site is not held')
  await store.moveLive(from, { hold: undefined })
}
