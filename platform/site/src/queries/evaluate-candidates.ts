import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '@platform/base/errors/refusal'
import { checkReleases } from '@platform/release/contract/check-releases'
import { comparisonCache } from '@platform/release/contract/types/comparison-cache'
import type { PublishedRelease } from '@platform/release/folder-registry/releases'
import { parseRelease, type Release } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import type { SiteCopy } from '../store/site-copy'

/** Whether a published release would fit what is live, without rendering it. */
export type Evaluation =
  | { outcome: 'fits' }
  | { outcome: 'does not fit'; problems: string[] }
  | { outcome: 'unknown'; reason: string }

export type Candidate = PublishedRelease & { evaluation: Evaluation }

/**
 * Compares each candidate with the others that are live. It reads manifests alone, keeps what the type checker
 * said, and never throws: a release that cannot be judged says so itself.
 */
export async function evaluateCandidates(
  copy: SiteCopy,
  live: Readonly<Record<string, { version: string }>>,
  candidates: readonly PublishedRelease[],
): Promise<Candidate[]> {
  try {
    const entries = Object.entries(live).map(([name, { version }]) => readRelease(copy, { package: name, version }))
    return await evaluateAgainst(copy, await Promise.all(entries), candidates)
  } catch (error) {
    const evaluation = { outcome: 'unknown' as const, reason: messageOf(error) }
    return candidates.map((release) => ({ ...release, evaluation }))
  }
}

async function evaluateAgainst(
  copy: SiteCopy,
  live: readonly Release[],
  candidates: readonly PublishedRelease[],
): Promise<Candidate[]> {
  const releases = await Promise.all(candidates.map((it) => readRelease(copy, it).catch(messageOf)))
  const readable = releases.filter((release) => typeof release !== 'string')
  const sets = readable.map((release) => [...live.filter((it) => it.package !== release.package), release])
  const { calls } = await copy.readApiCalls()
  const problems = live.length === 0 ? [] : await checkReleases(sets, comparisonCache(copy.comparisons), calls)
  return candidates.map((published, index) => {
    const release = releases[index] ?? 'it cannot be read'
    if (typeof release === 'string') return { ...published, evaluation: { outcome: 'unknown', reason: release } }
    return { ...published, evaluation: evaluationOf(problems[readable.indexOf(release)]) }
  })
}

function evaluationOf(problems: string[] | undefined): Evaluation {
  if (!problems) return { outcome: 'unknown', reason: 'nothing is live to compare it with' }
  return problems.length === 0 ? { outcome: 'fits' } : { outcome: 'does not fit', problems }
}

async function readRelease(
  copy: SiteCopy,
  { package: name, version }: Pick<PublishedRelease, 'package' | 'version'>,
): Promise<Release> {
  const file = path.join(copy.release(name, version), RELEASE_FILE)
  return parseRelease(await readFile(file, 'utf8'), file)
}
