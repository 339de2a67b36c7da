import { removeWhole } from '@platform/base/durable/temporary'
import { type Composition, listCompositions, readComposition } from '@platform/compose/composition/composition'
import { listReleaseFolders, listReleases, type PublishedRelease } from '@platform/release/folder-registry/releases'
import { type Pointer, shownBy } from '../model/pointer'
import { readPointer } from '../store/file/pointer-file'
import type { SiteFolders } from '../store/file/site-layout'
import { withLock, withPointerLock } from '../store/file/site-locks'

/** Compositions kept however old they are. */
export const KEPT_COMPOSITIONS = 10
/** A tab opened before a release asks for its files for a day at least; a release waits as long to be activated. */
const KEPT_MS = 24 * 60 * 60 * 1000

export type Pruned = { compositions: number[]; releases: string[] }

/** Prune as a command of its own, with the lock; see `pruneSite`. */
export function prune(folders: SiteFolders, keep?: number): Promise<Pruned> {
  return withLock(folders, 'prune', () => pruneSite(folders, keep))
}

/**
 * Deletes old compositions and the releases only they named. Kept are the newest ones, the ones that were live last,
 * since a rollback goes there, every one that visitors got within a day, a canary and previews. Never deletes a release that a kept one
 * names, a young one, or a package's last published release. The caller holds the lock.
 */
export async function pruneSite(folders: SiteFolders, keep = KEPT_COMPOSITIONS): Promise<Pruned> {
  const compositions = await withPointerLock(folders, async () => {
    // Under this lock no rollback can choose what is being deleted.
    const outdated = await outdatedCompositions(folders, keep)
    for (const number of outdated) await removeWhole(folders, folders.composition(number))
    return outdated
  })
  const releases = await unneededReleases(folders)
  for (const it of releases) await removeWhole(folders, folders.release(it.package, it.version))
  const pruned = { compositions, releases: releases.map((it) => `${it.package}@${it.version}`) }
  await folders.authority?.forget(pruned)
  return pruned
}

async function outdatedCompositions(folders: SiteFolders, keep: number): Promise<number[]> {
  const pointer = await readPointer(folders)
  const all = await listCompositions(folders)
  const lastLive = pointer ? [pointer.live, ...pointer.history].slice(0, keep) : []
  const shown = shownBy(pointer)
  const wereLive = all.filter((number) => wasEverLive(pointer, number))
  return all.filter(
    (number) =>
      !shown.includes(number) &&
      // What a killed activation left is newer than what is live, and nobody has seen it.
      (!wereLive.includes(number) ||
        (wereLive.indexOf(number) >= keep && !lastLive.includes(number) && !isRecent(pointer?.lastLive?.[number]))),
  )
}

function wasEverLive(pointer: Pointer | undefined, number: number): boolean {
  // Pointers of older versions do not say what was live.
  if (!pointer?.lastLive) return true
  return number <= pointer.live || pointer.history.includes(number) || pointer.lastLive[number] !== undefined
}

async function unneededReleases(folders: SiteFolders): Promise<PublishedRelease[]> {
  const numbers = await listCompositions(folders)
  // Read before anything is deleted: when one cannot be read, nothing is.
  const compositions = await Promise.all(numbers.map((number) => readComposition(folders, number)))
  const named = new Set(compositions.flatMap(namesOf))
  const published = await listReleases(folders)
  const whole = new Set(published.map(nameOf))
  const broken = (await listReleaseFolders(folders)).filter((it) => !whole.has(nameOf(it)) && !named.has(nameOf(it)))
  return [
    ...published.filter(
      (release, index, list) =>
        !named.has(nameOf(release)) && list[index - 1]?.package === release.package && !isRecent(release.publishedAt),
    ),
    ...broken.map(({ package: name, version }) => ({ package: name, version, publishedAt: '' })),
  ]
}

function namesOf({ releases }: Composition): string[] {
  return Object.entries(releases).map(([name, { version }]) => `${name}@${version}`)
}

function nameOf({ package: name, version }: Pick<PublishedRelease, 'package' | 'version'>): string {
  return `${name}@${version}`
}

function isRecent(time: string | undefined): boolean {
  return time !== undefined && Date.now() - Date.parse(time) < KEPT_MS
}
