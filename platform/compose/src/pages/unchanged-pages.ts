import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { isHost } from '@platform/release/manifest/release'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { ComposedDocument, Composition, CompositionFolders } from '../composition/composition'
import { findDifference } from '../diff/find-difference'
import { reloadScript } from '../headers/reload-script'
import type { PlannedPage } from '../rendering/plan-rendering'
import type { RenderJob } from '../rendering/render-job'
import { differencesOf, type SiteSettings } from '../settings/site-settings'

export type NextSite = {
  releases: readonly VerifiedRelease[]
  settings: SiteSettings
  pages: readonly PlannedPage[]
  jobs: readonly RenderJob[]
  /** As they were rendered, in the order of the jobs. */
  documents: readonly string[]
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
  { releases, settings, pages, jobs, documents }: NextSite,
): Promise<void> {
  if (!live || differencesOf(live.settings, settings).length > 0) return
  const stays = ({ release, digest }: VerifiedRelease) => live.releases[release.package]?.digest === digest
  if (!releases.some((it) => isHost(it.release) && stays(it))) return
  const kept = new Set(releases.filter(stays).map(({ release }) => release.package))
  const added = settings.isDevelopment ? reloadScript : ''
  const changes = pages
    .filter(({ release }) => kept.has(release.package))
    .flatMap(({ release, page, job, variants }) =>
      [...[[undefined, job] as const], ...variants].map(async ([value, index]) => {
        const composed = live.pages[page.path]
        const document = value === undefined ? composed : composed?.variants?.values[value]
        const next = (documents[index] ?? '').replace('</body>', () => `${added}</body>`)
        if (!document || sha256(next) === document.sha256) return []
        const before = await readUnchanged(folders.composition(live.number), document)
        if (before === undefined) return []
        const module = release.package + page.module.slice(1)
        const difference = findDifference(before, next)
        return [`page ${jobs[index]?.url} of ${module} (${release.package}@${release.version}) ${difference}`]
      }),
    )
  const found = (await Promise.all(changes)).flat()
  if (found.length === 0) return
  throw new Refusal(
    'These pages would change, though neither their release nor the shell nor a setting does; what renders them depends ' +
      `on something else. If that is a newer program of the site, release the shell with it:\n  ${found.join('\n  ')}`,
  )
}

async function readUnchanged(folder: string, { file, sha256: digest }: ComposedDocument): Promise<string | undefined> {
  const content = await readFile(path.join(folder, file)).catch(() => undefined)
  return content && sha256(content) === digest ? content.toString() : undefined
}
