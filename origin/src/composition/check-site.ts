import { apiCalls } from '@site/shared/contracts/calls'
import { readApiCalls } from '../contract/calls/running-api'
import { knownVerdicts } from '../contract/types/kept-verdicts'
import type { SiteFolders } from '../files/site-folders'
import { messageOf, Refusal } from '../refusal'
import { loadRelease, resolveVersion } from '../registry/releases'
import { defaultLimits, type RenderLimits } from '../rendering/render-site'
import { requireSettings } from '../settings/settings-file'
import { checkReleases } from './check-releases'
import { renderReleases } from './compose-site'
import { readComposition, versionsOf } from './composition'
import { readPointer } from './pointer-file'

export type CheckedSite = { releases: Record<string, string>; documents: number; faults: string[] }

/**
 * Does all that an activation would do to find out whether releases fit, rendering included, and changes nothing.
 * @param versions package → version, or `latest`; the others are what is live. None: would what is live go with this program?
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
  const manifests = releases.map(({ release }) => release)
  // Without a release it is this program that is asked about, before it takes the place of the one that runs.
  const isOfProgram = Object.keys(versions).length === 0
  const calls = isOfProgram ? apiCalls : (await readApiCalls(folders)).calls
  const [faults = []] = await checkReleases([manifests], knownVerdicts(folders.verdicts), calls)
  if (faults.length > 0) return { releases: named, documents: 0, faults }
  try {
    const { documents } = await renderReleases(releases, settings, { number: (live?.number ?? 0) + 1, live }, limits)
    return { releases: named, documents: documents.length, faults: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { releases: named, documents: 0, faults: [messageOf(error)] }
  }
}
