import { type Composition, entityTagOf, type PageLists } from '@platform/compose/composition/composition'
import { documentReader, packsOf } from '@platform/compose/composition/read-document'
import { timingOf } from '@platform/compose/composition/site-files-of'
import type { ComposedDocument } from '@platform/compose/composition/stored-headers'
import { contentTypeOf } from '../http/content-type'
import { makeRepresentation, type Representation, withHeaders } from '../http/representation'
import { replyInPlaceOf } from './damaged-page'
import type { OpenPack, ServedDocument } from './open-pack'
import type { SiteSource } from './site-source'
import { unpackWhenAsked } from './unpack-when-asked'

/** Always asked for again, and answered with 304 while it is the same. */
export const PAGE_CACHE_CONTROL = 'no-cache'

export type LoadedPage = { document: Representation; parameter?: string; variants: Map<string, Representation> }
export type LoadedPages = {
  /** As the pages were composed for it, without a slash at the end. */
  publicUrl: string
  /** By the request's exact address, query included: the path of nearly every request. */
  byUrl: Map<string, Representation>
  byPath: Map<string, LoadedPage>
  /** By folder: the page for unknown names in it (D-21). */
  fallbacks: Map<string, Representation>
  /** By digest: what it is read from. */
  packs: ReadonlyMap<string, OpenPack>
  lists: PageLists
}

/** What is shown already: files that both have are not looked at again, whatever became of them. */
export type KnownFiles = Pick<LoadedPages, 'packs' | 'lists'>

export type LoadPagesOptions = {
  known?: KnownFiles | undefined
  /** Files that are missing or damaged are done without: 503 takes the place of their pages. */
  isPartly?: boolean | undefined
}

/** @throws Refusal when a page, or a compressed copy of it, is missing or is not what was composed, unless they are done without */
export async function loadPages(
  source: SiteSource,
  composition: Composition,
  lists: PageLists,
  { known, isPartly = false }: LoadPagesOptions = {},
): Promise<LoadedPages> {
  const packs = await openPacks(source, composition, { known, isPartly })
  const documents = [...packs.values()].flatMap((pack) => pack.documents)
  const read = documentReader(documents)
  const whole = isPartly && new Set(documents.map(({ sha256 }) => sha256))
  const represent = (document: ComposedDocument, sent: Sent): Representation =>
    whole && !whole.has(document.sha256) ? replyInPlaceOf(sent.headers) : representationOf(read(document), sent)
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
  return { publicUrl: composition.publicUrl, byUrl, byPath, fallbacks, packs, lists }
}

async function openPacks(
  { copy, packs }: SiteSource,
  composition: Composition,
  { known, isPartly }: LoadPagesOptions,
): Promise<Map<string, OpenPack>> {
  const open = new Map<string, OpenPack>()
  // One after the other: the memory holds one at a time.
  for (const digest of packsOf(composition)) {
    const shown = known?.packs.get(digest)
    const pack =
      shown && !shown.isDamaged
        ? shown
        : await packs.open(copy, digest).catch((error: unknown) => {
            if (!isPartly) throw error
          })
    if (pack) open.set(digest, pack)
  }
  return open
}

/** Most pages have the same headers: they stand in memory once. */
function headersWith(more: Headers): (headers: Headers) => Headers {
  const known = new Map<Headers, Headers>()
  return (headers) => {
    const found = known.get(headers) ?? { ...headers, ...more }
    known.set(headers, found)
    return found
  }
}

/** The same pages, sent with other headers; their content stays the same memory. */
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
    packs: pages.packs,
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

/** What pages are, whatever their address. */
const PAGE = 'index.html'

type Headers = Readonly<Record<string, string>>
type Sent = { url: string; status: number; headers: Headers }

function representationOf(kept: ServedDocument, { url, status, headers }: Sent): Representation {
  return makeRepresentation({
    status,
    type: contentTypeOf(url),
    etag: entityTagOf(kept),
    cacheControl: PAGE_CACHE_CONTROL,
    headers,
    bodies: { identity: unpackWhenAsked(kept), br: kept.br, gzip: kept.gzip },
  })
}
