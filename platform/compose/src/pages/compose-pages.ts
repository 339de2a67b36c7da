/**
 * Which headers a page gets: `composeDocument` puts them together when a site is composed (`headers/` has their values and
 * the Content-Security-Policy), and the origin sends them as they are kept, with those of its encoding and cache.
 */

import { BEST_QUALITY, compress, FIRST_FLIGHT, PAGE_QUALITY } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import type { ComposedDocument, ComposedPage, Composition } from '../composition/composition'
import { contentSecurityPolicy, type PolicyHosts } from '../headers/content-security-policy'
import { reloadScript } from '../headers/reload-script'
import { type Headers, INERT_POLICY, securityHeaders } from '../headers/security-headers'
import type { PlannedPage } from '../rendering/plan-rendering'
import { describeForSearch } from './describe-for-search'

export type PageSettings = {
  publicUrl: string
  isSecure: boolean
  quality: number
  isDevelopment: boolean
  /** Put into every document, at its end. */
  ribbon?: string | undefined
  releases: Composition['releases']
  /** Hosts that every page may reach, by directive of the policy. */
  siteHosts?: PolicyHosts | undefined
}
export type ComposedSite = Pick<Composition, 'pages' | 'fallbacks' | 'indexes'> & { files: Map<string, Uint8Array> }

/** Turns rendered documents into what is sent: policy, entity tag and compressed copies. */
export async function composePages(
  pages: readonly PlannedPage[],
  documents: readonly string[],
  settings: PageSettings,
): Promise<ComposedSite> {
  const site: ComposedSite = { pages: {}, fallbacks: [], indexes: {}, files: new Map() }
  const compose = (planned: PlannedPage, file: string, job: number) =>
    composeDocument(site.files, file, documents[job] ?? '', planned, settings)
  await Promise.all(
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
      site.pages[page.path] = composed
      if (page.fallback) site.fallbacks.push({ below: page.fallback.below, page: page.path })
    }),
  )
  for (const [url, text] of Object.entries(describeForSearch(site.pages, settings))) {
    const headers = { ...securityHeaders(settings), 'content-security-policy': INERT_POLICY }
    site.indexes[url] = await composeFile(site.files, `pages${url}`, text, headers, settings)
  }
  return site
}

function composeDocument(
  files: Map<string, Uint8Array>,
  file: string,
  rendered: string,
  { page }: PlannedPage,
  settings: PageSettings,
): Promise<ComposedDocument> {
  const added = (settings.ribbon ?? '') + (settings.isDevelopment ? reloadScript : '')
  const html = added ? rendered.replace('</body>', () => `${added}</body>`) : rendered
  const extraHosts = page.contentSecurityPolicy
  const headers = {
    ...securityHeaders(settings),
    'content-security-policy': contentSecurityPolicy(html, { ...settings, ...(extraHosts && { extraHosts }) }),
    // A provider's payment window must be able to answer the page that opened it.
    ...(extraHosts && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  }
  return composeFile(files, file, html, headers, settings)
}

async function composeFile(
  files: Map<string, Uint8Array>,
  file: string,
  text: string,
  headers: Headers,
  { quality }: PageSettings,
): Promise<ComposedDocument> {
  const content = Buffer.from(text)
  const { brotli, gzip } = await compressPage(content, headers, quality)
  files.set(file, content).set(`${file}.br`, brotli).set(`${file}.gz`, gzip)
  const digest = sha256(content)
  return { file, sha256: digest, etag: digest.slice(0, 20), headers }
}

/** Status line and the headers that are added when a page is sent, in bytes. */
const OTHER_HEADERS = 300
/** What Brotli's best makes of a page is smaller by so much. */
const BEST_GAIN = 0.025

/** As well as it takes: the best Brotli only where it makes a page fit into the first flight. */
async function compressPage(content: Buffer, headers: Headers, quality: number) {
  const compressed = await compress(content, quality)
  const sent = (bytes: number) => bytes + JSON.stringify(headers).length + OTHER_HEADERS
  const isNear = sent(compressed.brotli.length * (1 - BEST_GAIN)) <= FIRST_FLIGHT
  if (quality !== PAGE_QUALITY || sent(compressed.brotli.length) <= FIRST_FLIGHT || !isNear) return compressed
  return compress(content, BEST_QUALITY)
}
