import { Refusal } from '@platform/base/errors/refusal'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import {
  differencesOf,
  parseSettings,
  requireSettings,
  type SiteSettings,
} from '@platform/compose/settings/site-settings'
import { type Downgrade, downgradesOf } from '@platform/release/manifest/downgrades'
import { refuseChange } from '../model/pointer'
import type { Site } from '../site/site'
import { type Activation, listNames, makeLive, startActivation } from './make-live'

export type ReleaseActivation = Activation & { downgrades?: Downgrade[] }

export function activateReleases(
  store: Site,
  versions: Readonly<Record<string, string>>,
  limits: RenderLimits = defaultLimits,
): Promise<ReleaseActivation> {
  return store.exclusive(`activate ${listNames(versions)}`, async (lease) => {
    const settings = requireSettings(await store.copy.readSettings())
    const context = await startActivation(store, lease, limits)
    refuseChange(context.from.pointer)
    const live = versionsOf(context.live)
    const activation = await makeLive(context, { versions: { ...live, ...versions }, settings })
    const downgrades = downgradesOf(live, activation.releases)
    return { ...activation, ...(downgrades.length > 0 && { downgrades }) }
  })
}

/** The releases stay. */
export function retirePackage(
  store: Site,
  name: string,
  versions: Readonly<Record<string, string>> = {},
  limits: RenderLimits = defaultLimits,
): Promise<Activation> {
  return store.exclusive(`retire ${name}`, async (lease) => {
    const settings = requireSettings(await store.copy.readSettings())
    const allowed = [...(limits.allowed ?? []), `removal:${name}` as const]
    const context = await startActivation(store, lease, { ...limits, allowed })
    refuseChange(context.from.pointer)
    const { [name]: retired, ...staying } = versionsOf(context.live)
    if (retired === undefined) throw new Refusal(`${name} is not part of what is live`)
    return makeLive(context, { versions: { ...staying, ...versions }, settings })
  })
}

type SettingsChange = { settings: SiteSettings; activation: Activation | undefined }

export function changeSettings(
  store: Site,
  change: (kept: SiteSettings | undefined) => unknown,
  limits: RenderLimits = defaultLimits,
): Promise<SettingsChange> {
  return store.exclusive('change the settings', async (lease) => {
    const kept = await store.copy.readSettings()
    const settings = parseSettings(change(kept), 'The new settings')
    if (kept && differencesOf(kept, settings).length === 0) return { settings, activation: undefined }
    const context = await startActivation(store, lease, limits)
    const { live } = context
    refuseChange(context.from.pointer)
    if (!live) {
      await store.changeDocument('settings', () => settings)
      return { settings, activation: undefined }
    }
    return { settings, activation: await makeLive(context, { versions: versionsOf(live), settings }, { settings }) }
  })
}
