/**
 * Which headers a page gets: `composeDocument` puts them together when a site is composed (`headers/` has their values and
 * the Content-Security-Policy), and the origin sends them as they are kept, with those of its encoding and cache.
 */

import { BEST_QUALITY, compress, FIRST_FLIGHT, OTHER_DISTANCES, PAGE_QUALITY } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { filesAddress } from '@site/shared/composition-timing'
import type { SiteFiles } from '@site/shared/site-config'
import type { ComposedDocument, ComposedPage, Composition } from '../composition/composition'
import { contentSecurityPolicy, type PolicyParts } from '../headers/content-security-policy'
import { reloadScript } from '../headers/reload-script'
import { type Headers, INERT_POLICY, securityHeaders } from '../headers/security-headers'
import type { PlannedPage } from '../rendering/plan-rendering'
import { describeForSearch } from './describe-for-search'
import type { CompressedCopies, KeptCopies } from './kept-copies'
import { RIBBON_STYLE } from './preview-ribbon'

export type PageSettings = {
  publicUrl: string
  isSecure: boolean
  quality: number
  isDevelopment: boolean
  /** True while fake providers, whose scripts are this origin's, take payments. */
  sandbox: boolean
  /** The package that owns every document. */
  host: string
  /** Of all packages, for scripts that show a page of another one. */
  siteFiles: SiteFiles
  /** Put into every document, at its end. */
  ribbon?: string | undefined
  /** Where what stays as it is has been compressed before. */
  keptCopies: KeptCopies
  releases: Composition['releases']
} & Pick<PolicyParts, 'siteHosts' | 'trustedTypes'>
/** A document with the digests of what may stand inline in it and does. */
export type FinishedDocument = { html: string } & Pick<PolicyParts, 'scripts' | 'styles'>
export type ComposedSite = Pick<Composition, 'pages' | 'fallbacks' | 'indexes'> & { files: Map<string, Uint8Array> }

const NOTHING: FinishedDocument = { html: '', scripts: [], styles: [] }

/** Turns rendered documents into what is sent: policy, entity tag and compressed copies. */
export async function composePages(
  pages: readonly PlannedPage[],
  documents: readonly FinishedDocument[],
  settings: PageSettings,
): Promise<ComposedSite> {
  const site: ComposedSite = { pages: {}, fallbacks: [], indexes: {}, files: new Map() }
  const compose = (planned: PlannedPage, file: string, job: number) =>
    composeDocument(site.files, file, documents[job] ?? NOTHING, planned, settings)
  const composedPages = await Promise.all(
    pages.map(async (planned) => {
      const { page, release } = planned
      const file = `pages${page.path === '/' ? '' : page.path}/index`
      const variants = await Promise.all(
        [...planned.variants].map(async ([value, job]) => {
          const name = `${file}.${page.variants?.parameter}=${encodeURIComponent(value)}`
          return [value, await compose(planned, `${name}.html`, job)] as const
        }),
      )
      const composed: ComposedPage = {
        ...(await compose(planned, `${file}.html`, planned.job)),
        module: release.package + page.module.slice(1),
        status: page.fallback?.status ?? 200,
        noindex: page.noindex ?? false,
      }
      if (page.variants) {
        composed.variants = { parameter: page.variants.parameter, values: Object.fromEntries(variants) }
      }
      return [planned, composed] as const
    }),
  )
  // In the order of the plan, not in that in which they were compressed.
  for (const [{ page }, composed] of composedPages) {
    site.pages[page.path] = composed
    if (page.fallback) site.fallbacks.push({ below: page.fallback.below, page: page.path })
  }
  const described = { ...describeForSearch(site.pages, settings), [filesAddress()]: JSON.stringify(settings.siteFiles) }
  for (const [url, text] of Object.entries(described)) {
    const headers = { ...securityHeaders(settings), 'content-security-policy': INERT_POLICY }
    site.indexes[url] = await composeFile(site.files, `pages${url}`, text, headers, settings)
  }
  return site
}

function composeDocument(
  files: Map<string, Uint8Array>,
  file: string,
  rendered: FinishedDocument,
  { page, release }: PlannedPage,
  settings: PageSettings,
): Promise<ComposedDocument> {
  const added = (settings.ribbon ?? '') + (settings.isDevelopment ? reloadScript : '')
  const html = added ? rendered.html.replace('</body>', () => `${added}</body>`) : rendered.html
  const pageHosts = page.contentSecurityPolicy
  const styles = [...rendered.styles, ...(settings.ribbon ? [RIBBON_STYLE] : [])]
  const headers = {
    ...securityHeaders(settings),
    'content-security-policy': contentSecurityPolicy({
      ...settings,
      scripts: rendered.scripts,
      styles,
      pageHosts,
      scriptFolders: page.isolated ? foldersOf(release.package, settings) : undefined,
    }),
    // A provider's payment window must be able to answer the page that opened it.
    ...(pageHosts && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  }
  return composeFile(files, file, html, headers, settings)
}

/** What a document of its own may take scripts from: two packages, and what this origin itself serves to try things out. */
function foldersOf(owner: string, { publicUrl, host, sandbox, isDevelopment }: PageSettings): string[] {
  const folders = [
    `assets/${host}`,
    `assets/${owner}`,
    ...(sandbox ? ['sandbox'] : []),
    ...(isDevelopment ? ['dev'] : []),
  ]
  return folders.map((folder) => `${publicUrl}/${folder}/`)
}

async function composeFile(
  files: Map<string, Uint8Array>,
  file: string,
  text: string,
  headers: Headers,
  { quality, keptCopies }: PageSettings,
): Promise<ComposedDocument> {
  const content = Buffer.from(text)
  const digest = sha256(content)
  const { br, gzip } = (await keptCopies(digest, headers)) ?? (await compressPage(content, headers, quality))
  files.set(file, content).set(`${file}.br`, br).set(`${file}.gz`, gzip)
  return { file, sha256: digest, etag: digest.slice(0, 20), headers }
}

/** Status line and the headers that are added when a page is sent, in bytes. */
const OTHER_HEADERS = 230

/** As well as it takes: the best Brotli only where it makes a page fit into the first flight. */
async function compressPage(content: Buffer, headers: Headers, quality: number): Promise<CompressedCopies> {
  const { brotli: br, gzip } = await compress(content, quality)
  const sent = (bytes: number) => bytes + JSON.stringify(headers).length + OTHER_HEADERS
  if (quality !== PAGE_QUALITY || sent(br.length) <= FIRST_FLIGHT) return { br, gzip }
  const best = await compress(content, BEST_QUALITY)
  if (sent(best.brotli.length) <= FIRST_FLIGHT) return { br: best.brotli, gzip }
  const all = await Promise.all(OTHER_DISTANCES.map((distances) => compress(content, BEST_QUALITY, distances)))
  const smallest = [best, ...all].reduce((least, it) => (it.brotli.length < least.brotli.length ? it : least))
  return { br: smallest.brotli, gzip }
}
