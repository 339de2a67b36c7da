import { listCompositions } from '@platform/compose/composition/composition-folder'
import { findOutline, versionsOf } from '@platform/compose/composition/composition-outline'
import { listReleaseFolders, listReleases } from '@platform/release/folder-registry/releases'
import { isDowngrade } from '@platform/release/manifest/downgrades'
import { nameOf } from '@platform/release/manifest/release'
import { type Pointer, servedCompositions } from '../model/pointer'
import type { Site } from '../site/site'
import type { SiteCopy } from '../store/file/file-copy'

type ReleaseName = { package: string; version: string }
export type Pruned = { compositions: number[]; releases: string[] }

export const KEPT_COMPOSITIONS = 10
/** Tabs that were open at an activation request its former files for a day. */
const KEPT_MS = 24 * 60 * 60 * 1000

export function prune(site: Site, keep?: number): Promise<Pruned> {
  return site.exclusive('prune', () => pruneSite(site, keep))
}

export async function pruneSite(site: Site, keep = KEPT_COMPOSITIONS): Promise<Pruned> {
  const { copy } = site
  const now = await site.now()
  const pointer = await copy.readPointer()
  const compositions = outdatedCompositions(pointer, await listCompositions(copy), keep, now)
  await site.drop(compositions.map((number) => `composition/${number}`))
  const releases = (await unneededReleases(copy, now, pointer?.live)).map(nameOf)
  const rows = releases.map((name) => `release/${name}`)
  await site.drop(rows, { isWithBlobs: true })
  return { compositions, releases }
}

function outdatedCompositions(pointer: Pointer | undefined, all: readonly number[], keep: number, now: Date): number[] {
  const lastLive = pointer ? [pointer.live, ...pointer.history].slice(0, keep) : []
  const served = servedCompositions(pointer, now)
  const wereLive = all.filter((number) => wasEverLive(pointer, number))
  return all.filter(
    (number) =>
      !served.includes(number) &&
      // A killed activation leaves a newer composition that was never shown.
      (!wereLive.includes(number) ||
        (wereLive.indexOf(number) >= keep &&
          !lastLive.includes(number) &&
          !isRecent(pointer?.lastLive?.[number], now))),
  )
}

function wasEverLive(pointer: Pointer | undefined, number: number): boolean {
  if (!pointer?.lastLive) return true
  return number <= pointer.live || pointer.history.includes(number) || pointer.lastLive[number] !== undefined
}

async function unneededReleases(copy: SiteCopy, now: Date, liveNumber?: number): Promise<ReleaseName[]> {
  const numbers = await listCompositions(copy)
  const compositions = await Promise.all(numbers.map((number) => findOutline(copy, number)))
  const named = new Set(
    compositions.flatMap((it) =>
      Object.entries(versionsOf(it)).map(([name, version]) => nameOf({ package: name, version })),
    ),
  )
  const live = versionsOf(compositions.find((it) => it?.number === liveNumber))
  const isWaiting = ({ package: name, version }: ReleaseName) =>
    !version.includes('-') && isDowngrade(version, live[name])
  const published = await listReleases(copy)
  const whole = new Set(published.map(nameOf))
  const broken = (await listReleaseFolders(copy)).filter((it) => !whole.has(nameOf(it)) && !named.has(nameOf(it)))
  return [
    ...published.filter(
      (release, index, list) =>
        !named.has(nameOf(release)) &&
        list[index - 1]?.package === release.package &&
        !isWaiting(release) &&
        !isRecent(release.publishedAt, now),
    ),
    ...broken,
  ]
}

function isRecent(time: string | undefined, now: Date): boolean {
  return time !== undefined && now.getTime() - Date.parse(time) < KEPT_MS
}
