import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { isHost } from '@platform/release/manifest/release'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { hasSameHead, linesOfAnswer } from '../answers/compare-answers'
import type { Answer, SiteAnswers } from '../answers/site-answers'
import type { CompositionFolders } from '../composition/composition-folder'
import type { CompositionOutline } from '../composition/composition-outline'
import { readDocument } from '../composition/verify-documents'
import { compareLines } from '../diff/compare-releases'
import { reloadScript } from '../headers/reload-script'
import { packageOf, placesByOwner, type RenderJob } from '../rendering/rendering-steps'
import { differencesOf, type SiteSettings } from '../settings/site-settings'
import { addText, takeText } from './finish-document'
import type { KeptPages } from './kept-pages'
import type { RenderedDocument } from './render-pages'

const SHOWN = 80
const BEFORE = 20

function findDifference(before: string, after: string): string | undefined {
  if (before === after) return undefined
  let at = 0
  while (before[at] === after[at]) at++
  const line = before.slice(0, at).split('\n').length
  const column = at - before.lastIndexOf('\n', at - 1)
  const show = (text: string) => JSON.stringify(text.slice(Math.max(0, at - BEFORE), at + SHOWN))
  return `at ${line}:${column}: ${show(after)} in the place of ${show(before)}`
}

export type NextSite = {
  releases: readonly VerifiedRelease[]
  settings: SiteSettings
  menu: string
  jobs: readonly Pick<RenderJob, 'url' | 'module' | 'blocks'>[]
}

/**
 * Checks that all answers of unchanged releases stay the same while shell, menu, settings and the page's blocks stay.
 * Unreadable or damaged documents are skipped, so that an activation can repair the site.
 */
export function compareWithLive(
  folders: CompositionFolders,
  { outline: live, answers }: { outline: CompositionOutline | undefined; answers: SiteAnswers },
  next: NextSite,
) {
  const { jobs, settings } = next
  const staying = stayingPackages(live, next)
  const moving = new Set(
    jobs.filter(({ blocks }) => blocks?.some(({ name }) => !staying.has(packageOf(name)))).map(({ url }) => url),
  )
  const added = settings.isDevelopment ? reloadScript : ''
  const changes = new Map<string, string>()
  const read = (document: Parameters<typeof readDocument>[1]) =>
    readDocument(folders, document).then(String, () => undefined)
  const documentAt = (address: string) => answers.get(address)?.document

  async function add({ job, html }: Pick<RenderedDocument, 'job' | 'html'>): Promise<void> {
    const { url = '', module = '' } = jobs[job] ?? {}
    const name = packageOf(module)
    const document = staying.has(name) && !moving.has(url) ? documentAt(url) : undefined
    const sent = addText(html, added)
    if (!document || sha256(sent) === document.sha256) return
    const before = await read(document)
    const difference = before && findDifference(withoutOthers(before), withoutOthers(sent))
    if (difference) changes.set(url, `page ${url} of ${module} (${name}@${staying.get(name)}) ${difference}`)
  }

  return {
    add,
    async addKept(kept: ReadonlyMap<string, KeptPages>): Promise<void> {
      const places = placesByOwner(jobs)
      for (const name of staying.keys()) {
        const set = kept.get(name)
        if (!set || set.known === live?.packages[name]?.known) continue
        for (const job of places.get(name) ?? []) {
          const { url = '' } = jobs[job] ?? {}
          const document = set.documents.get(url)
          if (!document || (set.finish.added === added && document.sha256 === documentAt(url)?.sha256)) continue
          const html = await read(document)
          if (html !== undefined) await add({ job, html: takeText(html, set.finish.added) })
        }
      }
    },
    refuseChanges(after: SiteAnswers): void {
      for (const [address, answer] of after) {
        const before = answers.get(address)
        if (!staying.has(answer.owner) || !before || moving.has(address)) continue
        if (hasSameHead(before, answer)) continue
        const lines = compareLines(...([before, answer].map(linesThatStay) as [string[], string[]]))
        for (const line of [...lines.gone, ...lines.added])
          changes.set(`${address} ${line}`, `${address} of ${answer.owner}: ${line}`)
      }
      if (changes.size === 0) return
      throw new Refusal(
        'These pages would change, though neither their release nor the shell nor a setting does; what renders them depends ' +
          `on something else. If that is a newer program of the site, release the shell with it:\n  ${[...changes.values()].join('\n  ')}`,
      )
    },
  }
}

/** In site-config, the ids of the courses and the blocks of the routes near follow other packages' releases. */
function withoutOthers(html: string): string {
  return html.replace(/"courses":"[\d,-]*",|"blocks":\[[^\]]*\]/g, '')
}

/** Another package may declare a Trusted Types policy, which every document then names. */
function linesThatStay(answer: Answer): string[] {
  return linesOfAnswer(answer).filter((line) => !line.startsWith('trusted-types '))
}

function stayingPackages(
  live: CompositionOutline | undefined,
  { releases, settings, menu }: NextSite,
): Map<string, string> {
  const staying = releases.filter((it) => isLive(live, it)).map(({ release }) => release)
  const isSame = staying.some(isHost) && differencesOf(live?.settings, settings).length === 0 && live?.menu === menu
  return new Map(isSame ? staying.map(({ package: name, version }) => [name, version]) : [])
}

export function isLive(live: CompositionOutline | undefined, { release, digest }: VerifiedRelease): boolean {
  return live?.releases[release.package]?.digest === digest
}
