import { knownVerdicts } from '../contract/types/kept-verdicts'
import type { SiteFolders } from '../files/site-folders'
import { messageOf, Refusal } from '../refusal'
import { loadRelease, resolveVersion } from '../registry/releases'
import { defaultLimits, type RenderLimits } from '../rendering/render-site'
import { requireSettings } from '../settings/site-settings'
import { checkReleases } from './check-releases'
import { renderReleases } from './compose-site'
import { readComposition } from './composition'
import { versionsOf } from './make-live'
import { readPointer } from './pointer'

export type CheckedSite = { releases: Record<string, string>; documents: number; faults: string[] }

/**
 * Does all that an activation would do to find out whether releases fit, rendering included, and changes nothing.
 * @param versions package → version, or `latest`; the others are what is live
 * @throws Refusal when a release does not exist or was changed, or the site has no settings.
 */
export async function checkSite(
  folders: SiteFolders,
  versions: Readonly<Record<string, string>>,
  limits: RenderLimits = defaultLimits,
): Promise<CheckedSite> {
  const settings = await requireSettings(folders)
  const pointer = await readPointer(folders)
  const live = pointer && (await readComposition(folders, pointer.live))
  const wanted = { ...versionsOf(live), ...versions }
  const releases = await Promise.all(
    Object.keys(wanted)
      .sort()
      .map(async (name) => loadRelease(folders, name, await resolveVersion(folders, name, wanted[name] ?? ''))),
  )
  const named = Object.fromEntries(releases.map(({ release }) => [release.package, release.version]))
  const [faults = []] = await checkReleases(folders, [releases.map(({ release }) => release)], knownVerdicts(folders))
  if (faults.length > 0) return { releases: named, documents: 0, faults }
  try {
    const { documents } = await renderReleases(releases, settings, (live?.number ?? 0) + 1, limits)
    return { releases: named, documents: documents.length, faults: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { releases: named, documents: 0, faults: [messageOf(error)] }
  }
}
