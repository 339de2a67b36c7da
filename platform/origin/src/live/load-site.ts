import { setImmediate as giveWay } from 'node:timers/promises'
import { Refusal } from '@platform/base/errors/refusal'
import {
  type Composition,
  copiesOf,
  documentsOf,
  entityTagOf,
  joinLists,
  type PageLists,
  readLists,
} from '@platform/compose/composition/composition'
import { readOutline } from '@platform/compose/composition/composition-outline'
import { timingOf } from '@platform/compose/composition/site-files-of'
import type { ComposedDocument } from '@platform/compose/composition/stored-headers'
import { contentTypeOf } from '../http/content-type'
import type { PlainReply } from '../http/plain-reply'
import { makeRepresentation, type Representation, withHeaders } from '../http/representation'
import { type IndexOptions, indexFiles, type ServedFile } from './index-files'
import type { DocumentBodies, LiveBlobs, SiteSource } from './live-blobs'

type LoadedPage = { document: Representation; parameter?: string; variants: Map<string, Representation> }
export type LoadedPages = {
  publicUrl: string
  /** By exact URL with query; answers nearly every request. */
  byUrl: Map<string, Representation>
  byPath: Map<string, LoadedPage>
  /** By folder: its page for unknown names (D-21). */
  fallbacks: Map<string, Representation>
  digests: ReadonlySet<string>
  isDamaged: () => boolean
  lists: PageLists
}

/** Files shared with this composition are not verified again. */
export type KnownFiles = Pick<LoadedPages, 'digests' | 'lists'>

type LoadPagesOptions = {
  known?: KnownFiles | undefined
  isPartly?: boolean | undefined
}

export type LoadedSite = {
  composition: Composition
  pages: LoadedPages
  files: Map<string, ServedFile>
}

export function lacksPages(site: LoadedSite): boolean {
  return lacksLists(site) || site.pages.isDamaged()
}

export function lacksLists({ composition, pages: { lists } }: LoadedSite): boolean {
  return Object.values(composition.packages).some(({ list }) => !lists.has(list))
}

/** Refuses previews, which are signed too. */
export async function loadLive(
  source: SiteSource,
  number: number,
  options: LoadPagesOptions = {},
): Promise<LoadedSite> {
  const site = await loadSite(source, number, options)
  if (site.composition.isPreview) throw new Refusal(`Composition ${number} is a preview, as each of its pages says`)
  return site
}

export async function loadSite(
  source: SiteSource,
  number: number,
  { known, isPartly, ...options }: IndexOptions & LoadPagesOptions = {},
): Promise<LoadedSite> {
  const outline = await readOutline(source.copy, number)
  const lists = await readLists(source.copy, outline, { known: known?.lists, isPartly })
  const composition = joinLists(outline, lists)
  const [pages, files] = await Promise.all([
    loadPages(source, composition, lists, { known, isPartly }),
    indexFiles(source, composition, options),
  ])
  return { composition, pages, files }
}

async function loadPages(
  source: SiteSource,
  composition: Composition,
  lists: PageLists,
  { known, isPartly = false }: LoadPagesOptions,
): Promise<LoadedPages> {
  const { blobs } = source
  const documents = documentsOf(composition)
  const digests = await verifyCopies(blobs, documents, { known, isPartly })
  const represent = (document: ComposedDocument, sent: Sent): Representation =>
    copiesOf(document).every((digest) => digests.has(digest))
      ? representationOf(document, blobs.bodiesOf(document), sent)
      : replyInPlaceOf(sent.headers)
  const withTiming = headersWith(timingOf(composition))
  const byPath = new Map<string, LoadedPage>()
  for (const [url, page] of Object.entries(composition.pages)) {
    const load = (document: ComposedDocument) =>
      represent(document, { url: PAGE, status: page.status, headers: withTiming(document.headers) })
    const variants = Object.entries(page.variants?.values ?? {}).map(([value, it]) => [value, load(it)] as const)
    const parameter = page.variants?.parameter
    byPath.set(url, { document: load(page), variants: new Map(variants), ...(parameter && { parameter }) })
  }
  for (const [url, document] of Object.entries(composition.indexes)) {
    const { headers } = document
    byPath.set(url, { document: represent(document, { url, status: 200, headers }), variants: new Map() })
  }
  const byUrl = new Map<string, Representation>()
  for (const [url, { document, parameter, variants }] of byPath) {
    byUrl.set(url, document)
    for (const [value, variant] of variants) byUrl.set(`${url}?${parameter}=${encodeURIComponent(value)}`, variant)
  }
  const fallbacks = new Map<string, Representation>()
  for (const { below, page } of composition.fallbacks) {
    const loaded = byPath.get(page)
    if (loaded) fallbacks.set(below, loaded.document)
  }
  const isPart = documents.flatMap(copiesOf).some((digest) => !digests.has(digest))
  const isDamaged = () => isPart || [...blobs.damaged].some((digest) => digests.has(digest))
  return { publicUrl: composition.publicUrl, byUrl, byPath, fallbacks, digests, isDamaged, lists }
}

/** Blobs to verify before other requests get a turn. */
const IN_A_TURN = 64

async function verifyCopies(
  blobs: LiveBlobs,
  documents: readonly ComposedDocument[],
  { known, isPartly }: LoadPagesOptions,
): Promise<Set<string>> {
  const whole = new Set<string>()
  let looked = 0
  for (const digest of documents.flatMap(copiesOf)) {
    if (whole.has(digest)) continue
    if (known?.digests.has(digest) && !blobs.damaged.has(digest)) {
      whole.add(digest)
      continue
    }
    try {
      blobs.verify(digest)
      whole.add(digest)
    } catch (error) {
      if (!isPartly) throw error
    }
    looked += 1
    if (looked % IN_A_TURN === 0) await giveWay()
  }
  return whole
}

/** Reuses objects, since most pages share their headers. */
function headersWith(more: Headers): (headers: Headers) => Headers {
  const known = new Map<Headers, Headers>()
  return (headers) => {
    const found = known.get(headers) ?? { ...headers, ...more }
    known.set(headers, found)
    return found
  }
}

export function withPageHeaders(pages: LoadedPages, headers: Readonly<Record<string, string>>): LoadedPages {
  const changed = new Map<Representation, Representation>()
  const change = (representation: Representation): Representation => {
    const known = changed.get(representation) ?? withHeaders(representation, headers)
    changed.set(representation, known)
    return known
  }
  const changeAll = (all: ReadonlyMap<string, Representation>) =>
    new Map([...all].map(([key, representation]) => [key, change(representation)]))
  return {
    publicUrl: pages.publicUrl,
    digests: pages.digests,
    isDamaged: pages.isDamaged,
    lists: pages.lists,
    byUrl: changeAll(pages.byUrl),
    byPath: new Map(
      [...pages.byPath].map(([path, page]) => [
        path,
        { ...page, document: change(page.document), variants: changeAll(page.variants) },
      ]),
    ),
    fallbacks: changeAll(pages.fallbacks),
  }
}

const PAGE = 'index.html'

type Headers = Readonly<Record<string, string>>
type Sent = { url: string; status: number; headers: Headers }

function representationOf(
  document: ComposedDocument,
  bodies: DocumentBodies,
  { url, status, headers }: Sent,
): Representation {
  return makeRepresentation({
    status,
    type: contentTypeOf(url),
    etag: entityTagOf(document),
    cacheControl: 'no-cache',
    headers,
    bodies,
  })
}

/** A person repairs it, so sooner requests do not help. */
const AWAY_S = 60
const TEXT = 'This page cannot be shown for the moment. Please try again in a few minutes.'

export const pageAway: PlainReply = { status: 503, text: TEXT, headers: { 'retry-after': String(AWAY_S) } }

export function replyInPlaceOf(headers: Readonly<Record<string, string>>): Representation {
  return makeRepresentation({
    status: 503,
    type: 'text/plain; charset=utf-8',
    etag: 'away',
    cacheControl: 'no-store',
    headers: { ...headers, 'retry-after': String(AWAY_S) },
    bodies: { identity: Buffer.from(TEXT) },
  })
}
