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
import { type Activation, historyAfter, makeLive, startActivation } from './make-live'

export type ReleaseActivation = Activation & { downgrades?: Downgrade[] }

export function activateReleases(
  store: Site,
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
    return makeLive(context, {
      versions: { ...staying, ...versions },
      settings,
      history: historyAfter(context.from.pointer),
    })
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
    const { from, live } = context
    refuseChange(from.pointer)
    if (!live) {
      await store.changeDocument('settings', () => settings)
      return { settings, activation: undefined }
    }
    const wanted = { versions: versionsOf(live), settings, history: historyAfter(from.pointer) }
    return { settings, activation: await makeLive(context, wanted, { settings }) }
  })
}
