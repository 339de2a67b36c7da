/** What happens on a rollback: the pointer moves back to a composition that is kept whole, and a canary ends. */

import { Refusal } from '@platform/base/errors/refusal'
import { type Composition, versionsOf } from '@platform/compose/composition/composition'
import { verifyDocuments } from '@platform/compose/composition/read-document'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { differencesOf, type SiteSettings } from '@platform/compose/settings/site-settings'
import { loadRelease } from '@platform/release/folder-registry/releases'
import type { Pointer } from '../model/pointer'
import type { SiteCopy } from '../store/site-copy'
import type { SiteStore } from '../store/site-store'
import { makeLive, startActivation } from './make-live'

export type Rollback = {
  from: number
  to: number
  /** The number given, when its pages had to be composed anew because the settings have changed since. */
  composedFrom?: number
}

/**
 * Points back to a kept composition: the one live before, or the one given. Every file of it is looked at first.
 * Nothing is rebuilt, and no other operator's work holds it up, unless the site's settings have changed since:
 * then its releases are composed with today's. Done twice, it goes further back.
 * @param hold keeps anything new from becoming live after it
 * @throws Refusal when there is nothing to go back to, or a file of it is missing or changed.
 */
export async function rollBack(
  store: SiteStore,
  number?: number,
  limits: RenderLimits = defaultLimits,
  hold?: Pointer['hold'],
): Promise<Rollback> {
  const from = await store.live()
  const { pointer } = from
  if (!pointer) throw new Refusal('Nothing is live yet, so there is nothing to roll back')
  const kept = await store.compositions()
  const next = number === undefined ? previous(pointer, kept) : chosen(pointer, kept, number)
  const target = await store.ensureComposition(next.live)
  if (target.isPreview) {
    throw new Refusal(
      `Composition ${target.number} is a preview, as each of its pages says; activate its releases instead`,
    )
  }
  const settings = await store.copy.readSettings()
  if (settings && differencesOf(target.settings, settings).length > 0) {
    return composeAgain(store, target, { next, settings, from: pointer.live, hold }, limits)
  }
  await verifyComposition(store.copy, target)
  // Whoever goes back means all visitors: a canary beside what was wrong would stay behind.
  await store.moveLive(from, { ...next, canary: undefined, ...(hold && { hold }) })
  return { from: pointer.live, to: next.live }
}

type Planned = Pick<Pointer, 'live' | 'history'>

type Again = { next: Planned; settings: SiteSettings; from: number; hold: Pointer['hold'] | undefined }

function composeAgain(
  store: SiteStore,
  target: Composition,
  { next, settings, from, hold }: Again,
  limits: RenderLimits,
): Promise<Rollback> {
  return store.exclusive(`roll back to ${target.number}`, async (lease) => {
    const context = await startActivation(store, lease, limits)
    const wanted = { versions: versionsOf(target), settings, history: next.history, hold }
    const { number: to, outcome } = await makeLive(context, wanted)
    if (outcome === 'already live') {
      throw new Refusal(
        `Composition ${target.number} differs from what is live only in its settings, and those are today's. ` +
          'Name an earlier composition, or change the settings with "site settings".',
      )
    }
    return { from, to, composedFrom: target.number }
  })
}

/** @throws Refusal naming the first file, of the pages or of the releases, that is missing or changed. */
export async function verifyComposition(copy: SiteCopy, composition: Composition): Promise<void> {
  const releases = Object.entries(composition.releases).map(async ([name, { version, digest }]) => {
    const loaded = await loadRelease(copy, name, version)
    if (loaded.digest !== digest) throw new Refusal(`${name}@${version} was changed after it was activated`)
  })
  await Promise.all([verifyDocuments(copy, composition), ...releases])
}

function previous({ history }: Pointer, kept: readonly number[]): Planned {
  const [live, ...older] = history.filter((number) => kept.includes(number))
  if (live === undefined) throw new Refusal('There is no earlier composition to go back to')
  return { live, history: older }
}

function chosen({ live, history }: Pointer, kept: readonly number[], number: number): Planned {
  if (number === live) throw new Refusal(`Composition ${number} is already live`)
  if (!kept.includes(number)) {
    throw new Refusal(`Composition ${number} is not kept. Kept are: ${kept.join(', ')}`)
  }
  const index = history.indexOf(number)
  return { live: number, history: index === -1 ? [live, ...history] : history.slice(index + 1) }
}
