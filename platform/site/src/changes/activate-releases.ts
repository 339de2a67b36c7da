import { Refusal } from '@platform/base/errors/refusal'
import { versionsOf } from '@platform/compose/composition/composition'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { refuseMeanwhile } from '../model/refuse-meanwhile'
import { requireSettings } from '../store/file/settings-file'
import type { SiteFolders } from '../store/file/site-layout'
import { withLock } from '../store/file/site-locks'
import { type Activation, historyAfter, makeLive, startAttempt } from './make-live'

/**
 * Makes the given releases live beside those that stay: every page of the site is rendered first,
 * and nothing on disk changes unless all of them succeed.
 * @param versions package → version, or `latest` for the one published last
 * @throws Refusal saying which package or page is at fault and why.
 */
export function activateReleases(
  folders: SiteFolders,
  versions: Readonly<Record<string, string>>,
  limits: RenderLimits = defaultLimits,
): Promise<Activation> {
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  return withLock(folders, `activate ${names.join(' ')}`, async (lock) => {
    const settings = await requireSettings(folders)
    const attempt = await startAttempt(folders, lock, limits)
    refuseMeanwhile(attempt.before)
    const all = { ...versionsOf(attempt.live), ...versions }
    return makeLive(attempt, { versions: all, settings, history: historyAfter(attempt.before) })
  })
}

/**
 * Takes a package out of the site: its pages are gone from the next composition on. Its releases stay.
 * @param versions what becomes live at the same moment, as a rule a shell without routes to the package
 * @throws Refusal when it is not live or when the others cannot do without it.
 */
export function retirePackage(
  folders: SiteFolders,
  name: string,
  versions: Readonly<Record<string, string>> = {},
  limits: RenderLimits = defaultLimits,
): Promise<Activation> {
  return withLock(folders, `retire ${name}`, async (lock) => {
    const settings = await requireSettings(folders)
    const attempt = await startAttempt(folders, lock, limits)
    refuseMeanwhile(attempt.before)
    const { [name]: retired, ...staying } = versionsOf(attempt.live)
    if (retired === undefined) throw new Refusal(`${name} is not part of what is live`)
    return makeLive(attempt, {
      versions: { ...staying, ...versions },
      settings,
      history: historyAfter(attempt.before),
    })
  })
}
