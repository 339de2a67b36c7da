import { Refusal } from '@platform/base/errors/refusal'
import type { SiteStore } from '../store/site-store'

export type Hold = { by: string; reason: string }

/**
 * Nothing new becomes live until a person says otherwise; going back stays possible, and a canary that does not fail
 * keeps its share.
 * @param by who holds it, as the next operator reads it
 * @throws Refusal when nothing is live or the site is held already.
 */
export async function holdSite(store: SiteStore, { by, reason }: Hold): Promise<void> {
  const from = await store.live()
  const { pointer } = from
  if (!pointer) throw new Refusal('Nothing is live yet, so there is nothing to hold')
  if (pointer.hold) throw new Refusal(`The site is held already, by ${pointer.hold.by}: ${pointer.hold.reason}`)
  await store.moveLive(from, { hold: { since: (await store.now()).toISOString(), by, reason } })
}

/** @throws Refusal when the site is not held. */
export async function resumeSite(store: SiteStore): Promise<void> {
  const from = await store.live()
  if (!from.pointer?.hold) throw new Refusal('The site is not held')
  await store.moveLive(from, { hold: undefined })
}
