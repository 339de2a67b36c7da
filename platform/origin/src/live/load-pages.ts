import type { ComposedDocument, Composition } from '@platform/compose/composition/composition'
import { readDocument } from '@platform/compose/composition/read-document'
import { timingOf } from '@platform/compose/composition/site-files-of'
import { contentTypeOf } from '../http/content-type'
import { makeRepresentation, type Representation, withHeaders } from '../http/representation'

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
}

/** @throws Refusal when a page, or a compressed copy of it, is missing or is not what was composed. */
export async function loadPages(folder: string, composition: Composition): Promise<LoadedPages> {
  const timing = timingOf(composition)
  const byPath = new Map(
    await Promise.all(
      Object.entries(composition.pages).map(async ([url, page]): Promise<[string, LoadedPage]> => {
        const load = (document: ComposedDocument) => loadDocument(folder, document, page.status, timing)
        const values = Object.entries(page.variants?.values ?? {})
        const variants = await Promise.all(values.map(async ([value, it]) => [value, await load(it)] as const))
        const parameter = page.variants?.parameter
        return [url, { document: await load(page), variants: new Map(variants), ...(parameter && { parameter }) }]
      }),
    ),
  )
  for (const [url, document] of Object.entries(composition.indexes)) {
    byPath.set(url, { document: await loadDocument(folder, document, 200), variants: new Map() })
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
  return { publicUrl: composition.publicUrl, byUrl, byPath, fallbacks }
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

/** @param timing sent beside a page, and no part of it */
async function loadDocument(
  folder: string,
  document: ComposedDocument,
  status: number,
  timing: Readonly<Record<string, string>> = {},
): Promise<Representation> {
  const bodies = await readDocument(folder, document)
  return makeRepresentation({
    status,
    type: contentTypeOf(document.file),
    etag: document.etag,
    cacheControl: PAGE_CACHE_CONTROL,
    headers: { ...document.headers, ...timing },
    bodies,
  })
}
