import type { SiteFolders } from '../files/site-folders'
import { listReleases, type PublishedRelease } from '../registry/releases'
import { readSettings, type SiteSettings } from '../settings/site-settings'
import { type Composition, listCompositions, readComposition } from './composition'
import { type JudgedRelease, judgeWaiting } from './judge-waiting'
import { readPointer } from './pointer'

export type CompositionSummary = {
  number: number
  createdAt: string
  releases: Record<string, Pick<PublishedRelease, 'version' | 'publishedAt'>>
}

export type SiteStatus = {
  /** `undefined` before anybody has set them. */
  settings: SiteSettings | undefined
  live: CompositionSummary | undefined
  /** Compositions a rollback can go to, the newest first. */
  kept: CompositionSummary[]
  /** Published releases that are not live, and whether each would fit what is. */
  waiting: JudgedRelease[]
}

export async function readStatus(folders: SiteFolders): Promise<SiteStatus> {
  const [pointer, numbers, releases, settings] = await Promise.all([
    readPointer(folders),
    listCompositions(folders),
    listReleases(folders),
    readSettings(folders),
  ])
  // One that cannot be read cannot be gone back to either.
  const found = await Promise.all(numbers.map((number) => readComposition(folders, number).catch(() => undefined)))
  const compositions = found.filter((composition) => composition !== undefined)
  const summaries = compositions.map((composition) => summarise(composition, releases))
  const live = summaries.find(({ number }) => number === pointer?.live)
  const waiting = releases.filter((release) => live?.releases[release.package]?.version !== release.version)
  return {
    settings,
    live,
    kept: summaries.filter((summary) => summary !== live),
    waiting: await judgeWaiting(folders, live?.releases ?? {}, waiting),
  }
}

function summarise({ number, createdAt, releases }: Composition, published: PublishedRelease[]): CompositionSummary {
  const entries = Object.entries(releases).map(([name, { version }]) => {
    const release = published.find((it) => it.package === name && it.version === version)
    return [name, { version, publishedAt: release?.publishedAt ?? createdAt }]
  })
  return { number, createdAt, releases: Object.fromEntries(entries) }
}
