import { type ApiCalls, compareCalls } from '../contract/calls/compare-calls'
import { readApiCalls } from '../contract/calls/running-api'
import { compareTypes, type Verdicts } from '../contract/types/compare-types'
import type { SiteFolders } from '../files/site-folders'
import type { Release } from '../registry/release'
import { checkCompatibility } from './check-compatibility'

/**
 * Everything that can be said of releases without rendering them: for each set, every reason why it cannot be one
 * site, each with its place and what to do. All sets' types are checked in one run.
 * @param calls of the API to compare with; those of the running one unless others are given
 */
export async function checkReleases(
  folders: SiteFolders,
  sets: readonly (readonly Release[])[],
  verdicts: Verdicts,
  calls?: ApiCalls,
): Promise<string[][]> {
  const accepted = calls ?? (await readApiCalls(folders)).calls
  const pairs = sets.flatMap((releases, set) => pairsOf(releases).map((pair) => ({ ...pair, set })))
  const typeFaults = await compareTypes(pairs, verdicts)
  return sets.map((releases, set) => [
    ...checkCompatibility(releases),
    ...releases.flatMap((release) => compareCalls(release, accepted)),
    ...pairs.flatMap((pair, index) => (pair.set === set ? (typeFaults[index] ?? []) : [])),
  ])
}

function pairsOf(releases: readonly Release[]) {
  const [host, ...others] = releases.filter(({ kind }) => kind === 'host')
  if (!host || others.length > 0) return []
  return releases.filter(({ kind }) => kind === 'remote').map((remote) => ({ host, remote }))
}
