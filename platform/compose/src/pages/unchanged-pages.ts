import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { isHost } from '@platform/release/manifest/release'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { Composition } from '../composition/composition'
import type { CompositionFolders } from '../composition/composition-folder'
import { htmlOf } from '../composition/pack'
import { type DocumentReader, readDocumentsOf } from '../composition/read-document'
import { findDifference } from '../diff/find-difference'
import { reloadScript } from '../headers/reload-script'
import type { PlannedPage } from '../rendering/plan-rendering'
import type { RenderJob } from '../rendering/render-job'
import { differencesOf, type SiteSettings } from '../settings/site-settings'
import { addText, takeText } from './added-text'
import type { KeptPages } from './kept-pages'
import type { RenderedDocument } from './render-pages'

export type NextSite = {
  releases: readonly VerifiedRelease[]
  settings: SiteSettings
  pages: readonly PlannedPage[]
  jobs: readonly Pick<RenderJob, 'url'>[]
}

export type LiveComparison = {
  /** Compares a document that was rendered. */
  add: (document: Pick<RenderedDocument, 'job' | 'html'>) => Promise<void>
  /** Compares documents that are kept from before, of whatever composition. */
  addKept: (kept: ReadonlyMap<string, KeptPages>) => Promise<void>
  /** @throws Refusal naming each page that would be another, and the first place where */
  refuseChanges: () => void
}

/** A page that must not change: its bytes as they are live, and what to call it. */
type Staying = { owner: string; url: string; sha256: string; name: string }

/**
 * A page of a release that stays must keep its bytes, unless the shell or a setting changes: nothing else goes into it. A
 * document that cannot be read, or is no longer what was composed, is not compared: the site has to be mended with
 * something.
 */
export function compareWithLive(
  folders: CompositionFolders,
  live: Composition | undefined,
  next: NextSite,
): LiveComparison {
  const staying = live ? stayingPages(live, next) : new Map<number, Staying>()
  const added = next.settings.isDevelopment ? reloadScript : ''
  const changes = new Map<number, string>()
  const readers = createReaders(folders)

  async function add({ job, html }: Pick<RenderedDocument, 'job' | 'html'>): Promise<void> {
    const page = staying.get(job)
    const sent = page && addText(html, added)
    if (sent === undefined || sha256(sent) === page?.sha256) return
    const before = await readers.html(live?.packs[page?.owner ?? '']?.digests ?? [], page?.sha256 ?? '')
    if (before !== undefined) changes.set(job, `${page?.name} ${findDifference(before, sent)}`)
  }

  return {
    add,
    async addKept(kept) {
      for (const [job, { owner, url, sha256: digest }] of staying) {
        const set = kept.get(owner)
        const document = set?.documents.get(url)
        if (!set || !document || (set.finish.added === added && document.sha256 === digest)) continue
        const html = await readers.html(set.digests, document.sha256)
        if (html !== undefined) await add({ job, html: takeText(html, set.finish.added) })
      }
    },
    refuseChanges() {
      if (changes.size === 0) return
      const lines = [...changes].sort(([a], [b]) => a - b).map(([, line]) => line)
      throw new Refusal(
        'These pages would change, though neither their release nor the shell nor a setting does; what renders them depends ' +
          `on something else. If that is a newer program of the site, release the shell with it:\n  ${lines.join('\n  ')}`,
      )
    },
  }
}

/** By the places of their jobs. */
function stayingPages(live: Composition, { releases, settings, pages, jobs }: NextSite): Map<number, Staying> {
  const staying = new Map<number, Staying>()
  if (differencesOf(live.settings, settings).length > 0) return staying
  const stays = ({ release, digest }: VerifiedRelease) => live.releases[release.package]?.digest === digest
  if (!releases.some((it) => isHost(it.release) && stays(it))) return staying
  const kept = new Set(releases.filter(stays).map(({ release }) => release.package))
  for (const { release, page, job, variants } of pages) {
    if (!kept.has(release.package)) continue
    for (const [value, place] of [[undefined, job] as const, ...variants]) {
      const composed = live.pages[page.path]
      const document = value === undefined ? composed : composed?.variants?.values[value]
      const url = jobs[place]?.url ?? ''
      const name = `page ${url} of ${release.package + page.module.slice(1)} (${release.package}@${release.version})`
      if (document) staying.set(place, { owner: release.package, url, sha256: document.sha256, name })
    }
  }
  return staying
}

/** Reads documents of packs, those of one package at a time; `undefined` where that cannot be. */
function createReaders(folders: CompositionFolders) {
  let last: { key: string; reading: Promise<DocumentReader | undefined> } | undefined
  return {
    async html(digests: readonly string[], sha256: string): Promise<string | undefined> {
      const key = digests.join()
      if (last?.key !== key) last = { key, reading: readDocumentsOf(folders, digests).catch(() => undefined) }
      const read = await last.reading
      return read && (await htmlOf(read({ sha256 }))).toString()
    },
  }
}
