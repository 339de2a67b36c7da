import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '@platform/base/errors/refusal'
import { checkReleases } from '@platform/release/contract/check-releases'
import { keptVerdicts } from '@platform/release/contract/types/kept-verdicts'
import type { PublishedRelease } from '@platform/release/folder-registry/releases'
import { parseRelease, type Release } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { readApiCalls } from '../store/file/running-api'
import type { SiteFolders } from '../store/file/site-layout'

/** Whether a published release would fit what is live, without rendering it. */
export type Verdict =
  | { outcome: 'fits' }
  | { outcome: 'does not fit'; faults: string[] }
  | { outcome: 'unknown'; reason: string }

export type JudgedRelease = PublishedRelease & { verdict: Verdict }

/**
 * Compares each waiting release with the others that are live. It reads manifests alone, keeps what the type checker
 * said, and never throws: a release that cannot be judged says so itself.
 */
export async function judgeWaiting(
  folders: SiteFolders,
  live: Readonly<Record<string, { version: string }>>,
  waiting: readonly PublishedRelease[],
): Promise<JudgedRelease[]> {
  try {
    const entries = Object.entries(live).map(([name, { version }]) => readRelease(folders, { package: name, version }))
    return await judgeAgainst(folders, await Promise.all(entries), waiting)
  } catch (error) {
    const verdict = { outcome: 'unknown' as const, reason: messageOf(error) }
    return waiting.map((release) => ({ ...release, verdict }))
  }
}

async function judgeAgainst(
  folders: SiteFolders,
  live: readonly Release[],
  waiting: readonly PublishedRelease[],
): Promise<JudgedRelease[]> {
  const releases = await Promise.all(waiting.map((it) => readRelease(folders, it).catch(messageOf)))
  const readable = releases.filter((release) => typeof release !== 'string')
  const sets = readable.map((release) => [...live.filter((it) => it.package !== release.package), release])
  const { calls } = await readApiCalls(folders)
  const faults = live.length === 0 ? [] : await checkReleases(sets, keptVerdicts(folders.verdicts), calls)
  return waiting.map((published, index) => {
    const release = releases[index] ?? 'it cannot be read'
    if (typeof release === 'string') return { ...published, verdict: { outcome: 'unknown', reason: release } }
    return { ...published, verdict: verdictOf(faults[readable.indexOf(release)]) }
  })
}

function verdictOf(faults: string[] | undefined): Verdict {
  if (!faults) return { outcome: 'unknown', reason: 'nothing is live to compare it with' }
  return faults.length === 0 ? { outcome: 'fits' } : { outcome: 'does not fit', faults }
}

async function readRelease(
  folders: SiteFolders,
  { package: name, version }: Pick<PublishedRelease, 'package' | 'version'>,
): Promise<Release> {
  const file = path.join(folders.release(name, version), RELEASE_FILE)
  return parseRelease(await readFile(file, 'utf8'), file)
}
