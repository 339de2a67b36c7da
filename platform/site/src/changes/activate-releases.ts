import { Refusal } from '@platform/base/errors/refusal'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { requireSettings } from '@platform/compose/settings/site-settings'
import { type Downgrade, downgradesOf } from '@platform/release/manifest/downgrades'
import { refuseChange } from '../model/refuse-change'
import type { SiteStore } from '../store/site-store'
import { type Activation, historyAfter, makeLive, startActivation } from './make-live'

/** `downgrades`: packages that went back to an older version, which is allowed and said. */
export type ReleaseActivation = Activation & { downgrades?: Downgrade[] }

/**
 * Makes the given releases live beside those that stay: every page of the site is rendered first,
 * and nothing on disk changes unless all of them succeed.
 * @param versions package → version, or `latest` for the one published last
 * @throws Refusal saying which package or page is at fault and why.
 */
export function activateReleases(
  store: SiteStore,
  versions: Readonly<Record<string, string>>,
  limits: RenderLimits = defaultLimits,
): Promise<ReleaseActivation> {
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  return store.exclusive(`activate ${names.join(' ')}`, async (lease) => {
    const settings = requireSettings(await store.copy.readSettings())
    const context = await startActivation(store, lease, limits)
    refuseChange(context.from.pointer)
    const all = { ...versionsOf(context.live), ...versions }
    const history = historyAfter(context.from.pointer)
    const activation = await makeLive(context, { versions: all, settings, history })
    const downgrades = downgradesOf(versionsOf(context.live), activation.releases)
    return { ...activation, ...(downgrades.length > 0 && { downgrades }) }
  })
}

/**
 * Takes a package out of the site: its pages are gone from the next composition on. Its releases stay.
 * @param versions what becomes live at the same moment, as a rule a shell without routes to the package
 * @throws Refusal when it is not live or when the others cannot do without it.
 */
export function retirePackage(
  store: SiteStore,
  name: string,
  versions: Readonly<Record<string, string>> = {},
  limits: RenderLimits = defaultLimits,
): Promise<Activation> {
  return store.exclusive(`retire ${name}`, async (lease) => {
    const settings = requireSettings(await store.copy.readSettings())
    const context = await startActivation(store, lease, limits)
    refuseChange(context.from.pointer)
    const { [name]: retired, ...staying } = versionsOf(context.live)
    if (retired === undefined) throw new Refusal(`${name} is not part of what is live`)
    return makeLive(context, {
      versions: { ...staying, ...versions },
      settings,
      history: historyAfter(context.from.pointer),
    })
  })
}
