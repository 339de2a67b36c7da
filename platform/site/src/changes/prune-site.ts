import { listCompositions } from '@platform/compose/composition/composition-folder'
import { type CompositionOutline, OtherFormat, readOutline } from '@platform/compose/composition/composition-outline'
import { listReleaseFolders, listReleases } from '@platform/release/folder-registry/releases'
import { type Pointer, servedCompositions } from '../model/pointer'
import type { Pruned, ReleaseName, Site } from '../site/site'
import type { SiteCopy } from '../store/file/file-copy'

export const KEPT_COMPOSITIONS = 10
/** Tabs that were open at an activation request its former files for a day. */
const KEPT_MS = 24 * 60 * 60 * 1000

export function prune(store: Site, keep?: number): Promise<Pruned> {
  return store.exclusive('prune', () => pruneSite(store, keep))
}

export async function pruneSite(store: Site, keep = KEPT_COMPOSITIONS): Promise<Pruned> {
  const now = await store.now()
  return store.prune({
    compositions: (pointer, kept) => outdatedCompositions(pointer, kept, keep, now),
    releases: () => unneededReleases(store.copy, now),
  })
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

async function unneededReleases(copy: SiteCopy, now: Date): Promise<ReleaseName[]> {
  const numbers = await listCompositions(copy)
  const compositions = await Promise.all(
    numbers.map((number) =>
      readOutline(copy, number).catch((error: unknown) => {
        if (error instanceof OtherFormat) return { releases: {} }
        throw error
      }),
    ),
  )
  const named = new Set(compositions.flatMap(namesOf))
  const published = await listReleases(copy)
  const whole = new Set(published.map(nameOf))
  const broken = (await listReleaseFolders(copy)).filter((it) => !whole.has(nameOf(it)) && !named.has(nameOf(it)))
  return [
    ...published.filter(
      (release, index, list) =>
        !named.has(nameOf(release)) &&
        list[index - 1]?.package === release.package &&
        !isRecent(release.publishedAt, now),
    ),
    ...broken,
  ]
}

function namesOf({ releases }: Pick<CompositionOutline, 'releases'>): string[] {
  return Object.entries(releases).map(([name, { version }]) => `${name}@${version}`)
}

function nameOf({ package: name, version }: ReleaseName): string {
  return `${name}@${version}`
}

function isRecent(time: string | undefined, now: Date): boolean {
  return time !== undefined && now.getTime() - Date.parse(time) < KEPT_MS
}
