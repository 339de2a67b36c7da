import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { withLock } from '../files/lock'
import type { SiteFolders } from '../files/site-folders'
import { listReleases, type PublishedRelease } from '../registry/releases'
import { listCompositions, readComposition } from './composition'
import { readPointer } from './pointer'

/** Tabs opened before a release ask for its assets; ten releases back is enough for the longest of them. */
export const KEPT_COMPOSITIONS = 10
/** A release is published before it is activated, so a young one is not rubbish yet. */
const YOUNG_MS = 24 * 60 * 60 * 1000

export type Pruned = { compositions: number[]; releases: string[] }

/** Prune as a command of its own, with the lock; see `pruneSite`. */
export function prune(folders: SiteFolders, keep?: number): Promise<Pruned> {
  return withLock(folders, () => pruneSite(folders, keep))
}

/**
 * Deletes old compositions and the releases only they named. Kept are the newest ones and, however old,
 * the ones that were live last: a rollback goes there. Never deletes a release that a kept one names, or
 * a package's last published release. The caller holds the lock.
 */
export async function pruneSite(folders: SiteFolders, keep = KEPT_COMPOSITIONS): Promise<Pruned> {
  const pointer = await readPointer(folders)
  const lastLive = pointer ? [pointer.live, ...pointer.history].slice(0, keep) : []
  const all = await listCompositions(folders)
  const kept = all.filter((number, index) => index < keep || lastLive.includes(number))
  // Read before anything is deleted: when one cannot be read, nothing is.
  const compositions = await Promise.all(kept.map((number) => readComposition(folders, number)))
  const named = new Set(
    compositions.flatMap(({ releases }) => Object.entries(releases).map(([name, it]) => `${name}@${it.version}`)),
  )
  const releases = (await listReleases(folders)).filter(
    (release, index, list) =>
      !named.has(`${release.package}@${release.version}`) &&
      list[index - 1]?.package === release.package &&
      isOld(release),
  )
  const outdated = all.filter((number) => !kept.includes(number))
  for (const number of outdated) await rm(folders.composition(number), { recursive: true, force: true })
  for (const it of releases) await rm(folders.release(it.package, it.version), { recursive: true, force: true })
  await removeLeftovers(folders)
  return { compositions: outdated, releases: releases.map((it) => `${it.package}@${it.version}`) }
}

function isOld({ publishedAt }: PublishedRelease): boolean {
  return Date.now() - Date.parse(publishedAt) > YOUNG_MS
}

/** What killed processes left half-done. */
async function removeLeftovers(folders: SiteFolders): Promise<void> {
  for (const name of await readdir(folders.temporary)) {
    const file = path.join(folders.temporary, name)
    const age = Date.now() - (await stat(file).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
    if (age > YOUNG_MS) await rm(file, { recursive: true, force: true })
  }
}
