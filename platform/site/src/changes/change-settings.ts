import { versionsOf } from '@platform/compose/composition/composition'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { differencesOf, parseSettings, type SiteSettings } from '@platform/compose/settings/site-settings'
import { refuseMeanwhile } from '../model/refuse-meanwhile'
import { readSettings, writeSettings } from '../store/file/settings-file'
import type { SiteFolders } from '../store/file/site-layout'
import { withLock } from '../store/file/site-locks'
import { type Activation, historyAfter, makeLive, startAttempt } from './make-live'

export type SettingsChange = { settings: SiteSettings; activation: Activation | undefined }

/**
 * Changes the site's settings. What is live is composed again with it, so that no page goes on
 * saying the old; before the first activation there is nothing to compose.
 * @param change the settings as they are now, if any, to what they shall be
 * @throws Refusal when the new settings are not valid or a page cannot be rendered with them; then both stay.
 */
export function changeSettings(
  folders: SiteFolders,
  change: (kept: SiteSettings | undefined) => unknown,
  limits: RenderLimits = defaultLimits,
): Promise<SettingsChange> {
  return withLock(folders, 'change the settings', async (lock) => {
    const kept = await readSettings(folders)
    const settings = parseSettings(change(kept), 'The new settings')
    if (kept && differencesOf(kept, settings).length === 0) return { settings, activation: undefined }
    const attempt = await startAttempt(folders, lock, limits)
    refuseMeanwhile(attempt.before)
    const persist = () => writeSettings(folders, settings)
    if (!attempt.live) {
      await persist()
      return { settings, activation: undefined }
    }
    const wanted = { versions: versionsOf(attempt.live), settings, history: historyAfter(attempt.before) }
    return { settings, activation: await makeLive(attempt, wanted, persist) }
  })
}
