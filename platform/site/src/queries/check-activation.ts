import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { readOutline, versionsOf } from '@platform/compose/composition/composition-outline'
import { finishOf, renderReleases } from '@platform/compose/pages/compose-site'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { requireSettings } from '@platform/compose/settings/site-settings'
import { checkReleases } from '@platform/release/contract/check-releases'
import { readOnlyComparisonCache } from '@platform/release/contract/types/comparison-cache'
import { loadRelease, resolveVersion } from '@platform/release/folder-registry/releases'
import { apiCalls } from '@site/shared/contracts/calls'
import { revokedKeys } from '../model/revoked-releases'
import type { SiteCopy } from '../store/site-copy'

export type CheckedActivation = { releases: Record<string, string>; documents: number; problems: string[] }

/**
 * Does all that an activation would do to find out whether releases fit, rendering included, and changes nothing.
 * @param versions package → version, or `latest`; the others are what is live. None: would what is live go with this program?
 * @throws Refusal when a release does not exist or was changed, or the site has no settings.
 */
export async function checkActivation(
  copy: SiteCopy,
  versions: Readonly<Record<string, string>>,
  limits: RenderLimits = defaultLimits,
): Promise<CheckedActivation> {
  const settings = requireSettings(await copy.readSettings())
  const pointer = await copy.readPointer()
  const live = pointer && (await readOutline(copy, pointer.live))
  const wanted = { ...versionsOf(live), ...versions }
  const releases = await Promise.all(
    Object.keys(wanted)
      .sort()
      .map(async (name) => loadRelease(copy, name, await resolveVersion(copy, name, wanted[name] ?? ''))),
  )
  const named = Object.fromEntries(releases.map(({ release }) => [release.package, release.version]))
  const manifests = releases.map(({ release }) => release)
  // Without a release it is this program that is asked about, before it takes the place of the one that runs.
  const isOfProgram = Object.keys(versions).length === 0
  const calls = isOfProgram ? apiCalls : (await copy.readApiCalls()).calls
  const [problems = []] = await checkReleases([manifests], readOnlyComparisonCache(copy.comparisons), calls)
  if (problems.length > 0) return { releases: named, documents: 0, problems }
  try {
    const distrusted = revokedKeys(await copy.readKeys())
    const kept = { folders: copy, finish: finishOf(settings), distrusted }
    const { jobs } = await renderReleases({ releases, settings, live, kept }, limits)
    return { releases: named, documents: jobs.length, problems: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { releases: named, documents: 0, problems: [messageOf(error)] }
  }
}
