import { Refusal } from '@platform/base/errors/refusal'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { requireSettings } from '@platform/compose/settings/site-settings'
import type { SiteStore } from '../store/site-store'
import { aheadWithout, findReady } from './made-ahead'
import { composeWanted, showComposition, startActivation } from './make-live'

/** As long as what waits for a second name is good; so much disk is taken for what nobody wants any more. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000

export type PreparedReleases = {
  number: number
  releases: Record<string, string>
  outcome: 'prepared' | 'prepared before' | 'already live'
  /** Until when it is kept; ISO 8601. */
  expiresAt?: string
}

/**
 * Does all that an activation of these releases would do, but for making them live: every origin holds the result, and nobody
 * gets it. Doing it again keeps it for longer.
 * @param versions package → version, or `latest`
 * @throws Refusal for whatever the activation would be refused for, but a hold or a canary, which may have ended by then
 */
export function prepareReleases(
  store: SiteStore,
  versions: Readonly<Record<string, string>>,
  limits: RenderLimits = defaultLimits,
): Promise<PreparedReleases> {
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  return store.exclusive(`prepare ${names.join(' ')}`, async (lease) => {
    const context = await startActivation(store, lease, limits)
    const { from, live } = context
    if (!from.pointer) throw new Refusal('Nothing is live yet; activate the first releases of a site at once')
    const settings = requireSettings(await store.copy.readSettings())
    const wanted = { versions: { ...versionsOf(live), ...versions }, settings }
    const before = await findReady(context, wanted)
    const composition = before ?? (await composeWanted(context, wanted, 'ahead'))
    const { number } = composition
    const made = { number, releases: versionsOf(composition) }
    if (composition === live) return { ...made, outcome: 'already live' }
    const expiresAt = new Date((await store.now()).getTime() + KEPT_MS).toISOString()
    const ahead = [...aheadWithout(from, number), { composition: number, expiresAt }]
    if (before) await store.moveLive(from, { ahead })
    else await showComposition(context, number, { ahead })
    return { ...made, outcome: before ? 'prepared before' : 'prepared', expiresAt }
  })
}
