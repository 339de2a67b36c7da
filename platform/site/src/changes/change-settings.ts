import { versionsOf } from '@platform/compose/composition/composition-outline'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { differencesOf, parseSettings, type SiteSettings } from '@platform/compose/settings/site-settings'
import { refuseChange } from '../model/refuse-change'
import type { SiteStore } from '../store/site-store'
import { type Activation, historyAfter, makeLive, startActivation } from './make-live'

export type SettingsChange = { settings: SiteSettings; activation: Activation | undefined }

/**
 * Changes the site's settings. What is live is composed again with it, so that no page goes on
 * saying the old; before the first activation there is nothing to compose.
 * @param change the settings as they are now, if any, to what they shall be
 * @throws Refusal when the new settings are not valid or a page cannot be rendered with them; then both stay.
 */
export function changeSettings(
  store: SiteStore,
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
