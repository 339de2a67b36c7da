import { isHost, isRemote, type Release } from '../manifest/release'
import { type ApiCalls, compareCalls } from './calls/compare-calls'
import { checkCompatibility } from './check-compatibility'
import { type ComparisonCache, compareTypes } from './types/compare-types'

export async function checkReleases(
  sets: readonly (readonly Release[])[],
  cache: ComparisonCache,
  accepted: ApiCalls,
): Promise<string[][]> {
  const pairs = sets.flatMap((releases, set) => pairsOf(releases).map((pair) => ({ ...pair, set })))
  const typeProblems = await compareTypes(pairs, cache)
  return sets.map((releases, set) => [
    ...checkCompatibility(releases),
    ...releases.flatMap((release) => compareCalls(release, accepted)),
    ...pairs.flatMap((pair, index) => (pair.set === set ? (typeProblems[index] ?? []) : [])),
  ])
}

function pairsOf(releases: readonly Release[]) {
  const [host, ...others] = releases.filter(isHost)
  if (!host || others.length > 0) return []
  return releases.filter(isRemote).map((remote) => ({ host, remote }))
}
