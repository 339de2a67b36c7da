import { Refusal } from '@platform/base/errors/refusal'
import { isHost } from '@platform/release/manifest/release'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { Composition, CompositionFolders } from '../composition/composition'
import { htmlOf } from '../composition/pack'
import { type DocumentReader, readDocumentsOf } from '../composition/read-document'
import { findDifference } from '../diff/find-difference'
import { reloadScript } from '../headers/reload-script'
import type { PlannedPage } from '../rendering/plan-rendering'
import type { RenderJob } from '../rendering/render-job'
import { differencesOf, type SiteSettings } from '../settings/site-settings'
import { contentOf, digestOf, type PageSource } from './page-source'

export type NextSite = {
  releases: readonly VerifiedRelease[]
  settings: SiteSettings
  pages: readonly PlannedPage[]
  jobs: readonly Pick<RenderJob, 'url'>[]
  /** In the order of the jobs. */
  sources: readonly PageSource[]
}

/**
 * A page of a release that stays must keep its bytes, unless the shell or a setting changes: nothing else goes into it. A
 * document that cannot be read, or is no longer what was composed, is not compared: the site has to be mended with
 * something.
 * @throws Refusal naming each such page and the first place where it would be another
 */
export async function refuseChangedPages(
  folders: CompositionFolders,
  live: Composition | undefined,
  { releases, settings, pages, jobs, sources }: NextSite,
): Promise<void> {
  if (!live || differencesOf(live.settings, settings).length > 0) return
  const stays = ({ release, digest }: VerifiedRelease) => live.releases[release.package]?.digest === digest
  if (!releases.some((it) => isHost(it.release) && stays(it))) return
  const kept = new Set(releases.filter(stays).map(({ release }) => release.package))
  const added = settings.isDevelopment ? reloadScript : ''
  const readers = createReaders(folders, live)
  const changes: string[] = []
  for (const { release, page, job, variants } of pages) {
    if (!kept.has(release.package)) continue
    for (const [value, index] of [[undefined, job] as const, ...variants]) {
      const composed = live.pages[page.path]
      const document = value === undefined ? composed : composed?.variants?.values[value]
      const source = sources[index]
      if (!document || !source || (await digestOf(source, added)) === document.sha256) continue
      const before = await readers(release.package, document.sha256)
      if (before === undefined) continue
      const module = release.package + page.module.slice(1)
      const difference = findDifference(before, await contentOf(source, added))
      changes.push(`page ${jobs[index]?.url} of ${module} (${release.package}@${release.version}) ${difference}`)
    }
  }
  if (changes.length === 0) return
  throw new Refusal(
    'These pages would change, though neither their release nor the shell nor a setting does; what renders them depends ' +
      `on something else. If that is a newer program of the site, release the shell with it:\n  ${changes.join('\n  ')}`,
  )
}

/** Reads a document of a package as it is live; `undefined` where that cannot be read. */
function createReaders(folders: CompositionFolders, live: Composition) {
  const readers = new Map<string, Promise<DocumentReader | undefined>>()
  return async (name: string, sha256: string): Promise<string | undefined> => {
    const reading =
      readers.get(name) ?? readDocumentsOf(folders, live.packs[name]?.digests ?? []).catch(() => undefined)
    readers.set(name, reading)
    const reader = await reading
    return reader && (await htmlOf(reader({ sha256 }))).toString()
  }
}
