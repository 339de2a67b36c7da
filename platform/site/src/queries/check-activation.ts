import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { readComposition, versionsOf } from '@platform/compose/composition/composition'
import { renderReleases } from '@platform/compose/pages/compose-site'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { checkReleases } from '@platform/release/contract/check-releases'
import { knownVerdicts } from '@platform/release/contract/types/kept-verdicts'
import { loadRelease, resolveVersion } from '@platform/release/folder-registry/releases'
import { apiCalls } from '@site/shared/contracts/calls'
import { readPointer } from '../store/file/pointer-file'
import { readApiCalls } from '../store/file/running-api'
import { requireSettings } from '../store/file/settings-file'
import type { SiteFolders } from '../store/file/site-layout'

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
