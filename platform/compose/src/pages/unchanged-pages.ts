import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { isHost } from '@platform/release/manifest/release'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { readList } from '../composition/composition'
import type { CompositionFolders } from '../composition/composition-folder'
import type { CompositionOutline } from '../composition/composition-outline'
import type { PageList } from '../composition/page-list'
import type { ComposedDocument } from '../composition/stored-headers'
import { readDocument } from '../composition/verify-documents'
import { reloadScript } from '../headers/reload-script'
import type { PlannedPage } from '../rendering/plan-rendering'
import type { RenderJob } from '../rendering/rendering-steps'
import { differencesOf, type SiteSettings } from '../settings/site-settings'
import { addText, takeText } from './finish-document'
import type { KeptPages } from './kept-pages'
import type { RenderedDocument } from './render-pages'

const SHOWN = 80
const BEFORE = 20

export function findDifference(before: string, after: string): string | undefined {
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
  pages: readonly PlannedPage[]
  jobs: readonly Pick<RenderJob, 'url'>[]
}

type LiveComparison = {
  add: (document: Pick<RenderedDocument, 'job' | 'html'>) => Promise<void>
  addKept: (kept: ReadonlyMap<string, KeptPages>) => Promise<void>
  refuseChanges: () => void
}

/**
 * Checks that pages of unchanged releases keep their bytes while shell and settings stay.
 * Unreadable or damaged documents are skipped, so that an activation can repair the site.
 */
export function compareWithLive(
  folders: CompositionFolders,
  live: CompositionOutline | undefined,
  next: NextSite,
): LiveComparison {
  const { jobs, settings } = next
  const staying = live ? stayingPages(live, next) : new Map<string, Staying[]>()
  const byJob = new Map([...staying.values()].flatMap((pages) => pages.map((page) => [page.job, page] as const)))
  const added = settings.isDevelopment ? reloadScript : ''
  const changes = new Map<number, string>()
  const lists = createListReader(folders, live)
  const read = (document: Document): Promise<string | undefined> =>
    readDocument(folders, document).then(String, () => undefined)

  async function add({ job, html }: Pick<RenderedDocument, 'job' | 'html'>): Promise<void> {
    const page = byJob.get(job)
    const document = page && documentIn(await lists(page.planned.release.package), page)
    const sent = addText(html, added)
    if (!document || sha256(sent) === document.sha256) return
    const { package: name, version } = page.planned.release
    const before = await read(document)
    if (before === undefined) return
    const module = name + page.planned.page.module.slice(1)
    changes.set(job, `page ${jobs[job]?.url} of ${module} (${name}@${version}) ${findDifference(before, sent)}`)
  }

  return {
    add,
    async addKept(kept) {
      for (const [name, pages] of staying) {
        const set = kept.get(name)
        if (!set || set.known === live?.packages[name]?.known) continue
        const list = await lists(name)
        for (const page of pages) {
          const document = set.documents.get(jobs[page.job]?.url ?? '')
          if (!document || (set.finish.added === added && document.sha256 === documentIn(list, page)?.sha256)) continue
          const html = await read(document)
          if (html !== undefined) await add({ job: page.job, html: takeText(html, set.finish.added) })
        }
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

type Staying = { job: number; planned: PlannedPage; value: string | undefined }

function stayingPages(live: CompositionOutline, { releases, settings, pages }: NextSite): Map<string, Staying[]> {
  const staying = new Map<string, Staying[]>()
  if (differencesOf(live.settings, settings).length > 0) return staying
  const stays = ({ release, digest }: VerifiedRelease) => live.releases[release.package]?.digest === digest
  if (!releases.some((it) => isHost(it.release) && stays(it))) return staying
  for (const it of releases.filter(stays)) staying.set(it.release.package, [])
  for (const planned of pages) {
    const own = staying.get(planned.release.package)
    own?.push({ job: planned.job, planned, value: undefined })
    for (const [value, job] of planned.variants) own?.push({ job, planned, value })
  }
  return staying
}

type Document = Pick<ComposedDocument, 'br' | 'sha256' | 'bytes'>

function documentIn(list: PageList | undefined, { planned, value }: Staying): Document | undefined {
  const page = list?.pages[planned.page.path]
  return value === undefined ? page : page?.variants?.values[value]
}

function createListReader(folders: CompositionFolders, live: CompositionOutline | undefined) {
  const known = new Map<string, Promise<PageList | undefined>>()
  return (name: string): Promise<PageList | undefined> => {
    const reading =
      known.get(name) ?? (live ? readList(folders, live, name).catch(() => undefined) : Promise.resolve(undefined))
    known.set(name, reading)
    return reading
  }
}
