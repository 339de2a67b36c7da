import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import {
  type CompositionOutline,
  readOutline,
  readOutlines,
  versionsOf,
} from '@platform/compose/composition/composition-outline'
import { finishOf, renderReleases } from '@platform/compose/pages/compose-site'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { requireSettings } from '@platform/compose/settings/site-settings'
import { type ApiCalls, compareCalls } from '@platform/release/contract/calls/compare-calls'
import { checkReleases } from '@platform/release/contract/check-releases'
import { readOnlyComparisonCache } from '@platform/release/contract/types/compare-types'
import { loadRelease, resolveVersion } from '@platform/release/folder-registry/releases'
import { parseRelease } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { apiCalls } from '@site/shared/contracts/calls'
import { revokedKeys } from '../model/revoked-releases'
import type { SiteCopy } from '../store/file/file-copy'

export type CheckedActivation = { releases: Record<string, string>; documents: number; problems: string[] }

/** Without `versions` it checks the live site against this program. */
export async function checkActivation(
  copy: SiteCopy,
  versions: Readonly<Record<string, string>>,
  limits: RenderLimits = defaultLimits,
  onDocument?: Parameters<typeof renderReleases>[0]['onDocument'],
): Promise<CheckedActivation> {
  const settings = requireSettings(await copy.readSettings())
  const pointer = await copy.readPointer()
  const live = pointer && (await readOutline(copy, pointer.live))
  const wanted = { ...versionsOf(live), ...versions }
  const isChange = Object.keys(versions).length > 0
  const releases = await loadVersions(copy, wanted, isChange ? live : undefined)
  const named = Object.fromEntries(releases.map(({ release }) => [release.package, release.version]))
  const calls = isChange ? undefined : apiCalls
  const problems = await findMisfits(copy, releases, calls)
  if (problems.length > 0) return { releases: named, documents: 0, problems }
  try {
    const distrusted = revokedKeys(await copy.readKeys())
    const kept = { folders: copy, finish: finishOf(settings), distrusted, shown: live }
    const watched = { releases, settings, live, kept, ...(onDocument && { onDocument }) }
    const { jobs, failures } = await renderReleases(watched, limits)
    return { releases: named, documents: jobs.length, problems: [...failures] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { releases: named, documents: 0, problems: [messageOf(error)] }
  }
}

/** @param versions version or `latest` by package @param live its releases are not verified again */
export function loadVersions(
  copy: SiteCopy,
  versions: Readonly<Record<string, string>>,
  live?: CompositionOutline,
): Promise<VerifiedRelease[]> {
  const keys = copy.readKeys()
  const folders = { ...copy, readKeys: () => keys }
  const load = async (name: string) => {
    const version = await resolveVersion(copy, name, versions[name] ?? '')
    return loadRelease(folders, name, version, live?.releases[name]?.digest)
  }
  return Promise.all(Object.keys(versions).sort().map(load))
}

export async function findMisfits(
  copy: SiteCopy,
  releases: readonly VerifiedRelease[],
  calls?: ApiCalls,
): Promise<string[]> {
  const manifests = releases.map(({ release }) => release)
  const known = calls ?? (await copy.readApiCalls())
  const [problems = []] = await checkReleases([manifests], readOnlyComparisonCache(copy.comparisons), known)
  return problems
}

/** Includes the former composition, which tabs still have open. */
export async function findCallProblems(copy: SiteCopy): Promise<string[]> {
  const pointer = await copy.readPointer()
  const numbers = pointer ? [pointer.live, ...pointer.history.slice(0, 1)] : []
  const files = (await readOutlines(copy, numbers)).flatMap(({ releases }) =>
    Object.entries(releases).map(([name, { version }]) => path.join(copy.release(name, version), RELEASE_FILE)),
  )
  const problems = await Promise.all(
    [...new Set(files)].map(async (file) => {
      const json = await readFile(file, 'utf8').catch(() => undefined)
      return json === undefined ? [] : compareCalls(parseRelease(json, file), apiCalls)
    }),
  )
  return problems.flat()
}
