import { type ComposedDocument, type Composition, entityTagOf } from '@platform/compose/composition/composition'
import type { KeptDocument } from '@platform/compose/composition/pack'
import { readDocuments } from '@platform/compose/composition/pack-files'
import { documentReader, packsOf } from '@platform/compose/composition/read-document'
import { timingOf } from '@platform/compose/composition/site-files-of'
import type { SiteCopy } from '@platform/site/store/site-copy'
import { contentTypeOf } from '../http/content-type'
import { makeRepresentation, type Representation, withHeaders } from '../http/representation'
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
  /** By digest: what it was loaded from. */
  packs: ReadonlyMap<string, readonly KeptDocument[]>
}

/** What has been loaded before: of packs that both have, the same memory is taken, and the disk not read. */
export type KnownPacks = Pick<LoadedPages, 'packs'>

export type LoadPagesOptions = {
  known?: KnownPacks | undefined
  /** Packs that are missing or damaged are done without: 503 takes the place of their pages. */
  isPartly?: boolean | undefined
}

/** @throws Refusal when a page, or a compressed copy of it, is missing or is not what was composed, unless they are done without */
export async function loadPages(
  copy: SiteCopy,
  composition: Composition,
  { known, isPartly = false }: LoadPagesOptions = {},
): Promise<LoadedPages> {
  const timing = timingOf(composition)
  const packs = await loadPacks(copy, composition, { known, isPartly })
  const documents = [...packs.values()].flat()
  const read = documentReader(documents)
  const whole = isPartly && new Set(documents.map(({ sha256 }) => sha256))
  const represent = (document: ComposedDocument, sent: Sent): Representation =>
    whole && !whole.has(document.sha256) ? awayFor(sent.headers) : representationOf(read(document), sent)
  const byPath = new Map<string, LoadedPage>()
  for (const [url, page] of Object.entries(composition.pages)) {
    const load = (document: ComposedDocument) =>
      represent(document, { url: PAGE, status: page.status, headers: { ...document.headers, ...timing } })
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
  return { publicUrl: composition.publicUrl, byUrl, byPath, fallbacks, packs }
}

async function loadPacks(copy: SiteCopy, composition: Composition, { known, isPartly }: LoadPagesOptions) {
  const packs = new Map<string, readonly KeptDocument[]>()
  for (const digest of packsOf(composition)) {
    const loaded = known?.packs.get(digest) ?? (await loadPack(copy, digest, isPartly))
    if (loaded) packs.set(digest, loaded)
  }
  return packs
}

async function loadPack(copy: SiteCopy, digest: string, isPartly = false): Promise<KeptDocument[] | undefined> {
  try {
    return (await readDocuments(copy, [digest])).map(withoutFacts)
  } catch (error) {
    if (isPartly) return undefined
    throw error
  }
}

/** What the rules know of a document, no visitor gets. */
function withoutFacts({ facts: _, ...document }: KeptDocument): KeptDocument {
  return document
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

type Sent = { url: string; status: number; headers: Readonly<Record<string, string>> }

/** Seconds after which to ask again for a page that is not whole: a person makes it again, and no moment does. */
const AWAY_S = 60

/** In the place of a document that is not whole, with the headers of that. */
function awayFor(headers: Readonly<Record<string, string>>): Representation {
  return makeRepresentation({
    status: 503,
    type: 'text/plain; charset=utf-8',
    etag: 'away',
    cacheControl: 'no-store',
    headers: { ...headers, 'retry-after': String(AWAY_S) },
    bodies: { identity: Buffer.from('This page cannot be shown for the moment. Please try again in a few minutes.') },
  })
}

function representationOf(kept: KeptDocument, { url, status, headers }: Sent): Representation {
  return makeRepresentation({
    status,
    type: contentTypeOf(url),
    etag: entityTagOf(kept),
    cacheControl: PAGE_CACHE_CONTROL,
    headers,
    bodies: { identity: unpackWhenAsked(kept), br: kept.br, gzip: kept.gzip },
  })
}
