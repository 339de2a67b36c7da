import { Refusal } from '@platform/base/errors/refusal'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { differencesOf, parseSettings, type SiteSettings } from '@platform/compose/settings/site-settings'
import { type Downgrade, downgradesOf } from '@platform/release/manifest/downgrades'
import { refuseChange } from '../model/pointer'
import type { Site } from '../site/site'
import { type Activation, activating, listNames, makeLive } from './make-live'

export type ReleaseActivation = Activation & { downgrades?: Downgrade[] }

export function activateReleases(
  store: Site,
  versions: Readonly<Record<string, string>>,
  limits: RenderLimits = defaultLimits,
): Promise<ReleaseActivation> {
  return activating(store, `activate ${listNames(versions)}`, limits, async (context) => {
    refuseChange(context.from.pointer)
    const live = versionsOf(context.live)
    const activation = await makeLive(context, { ...live, ...versions })
    const downgrades = downgradesOf(live, activation.releases)
    return { ...activation, ...(downgrades.length > 0 && { downgrades }) }
  })
}

export function retirePackage(
  store: Site,
  name: string,
  versions: Readonly<Record<string, string>> = {},
  limits: RenderLimits = defaultLimits,
): Promise<Activation> {
  const allowed = [...(limits.allowed ?? []), `removal:${name}` as const]
  return activating(store, `retire ${name}`, { ...limits, allowed }, async (context) => {
    refuseChange(context.from.pointer)
    const { [name]: retired, ...staying } = versionsOf(context.live)
    if (retired === undefined) throw new Refusal(`${name} is not part of what is live`)
    return makeLive(context, { ...staying, ...versions })
  })
}

type SettingsChange = { settings: SiteSettings; activation: Activation | undefined }

export function changeSettings(
  store: Site,
  change: (kept: SiteSettings | undefined) => unknown,
  limits: RenderLimits = defaultLimits,
): Promise<SettingsChange> {
  return activating(store, 'change the settings', limits, async (context) => {
    const kept = await store.copy.readSettings()
    const settings = parseSettings(change(kept), 'The new settings')
    if (kept && differencesOf(kept, settings).length === 0) return { settings, activation: undefined }
    const { live } = context
    refuseChange(context.from.pointer)
    if (!live) {
      await store.changeDocument('settings', () => settings)
      return { settings, activation: undefined }
    }
    return { settings, activation: await makeLive(context, versionsOf(live), settings) }
  })
}
