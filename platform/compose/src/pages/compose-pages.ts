/** Puts together each page's headers; the origin adds encoding and cache. */

import { groupBy } from '@platform/base/collections/collections'
import { FAST_QUALITY } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import type { Release } from '@platform/release/manifest/release'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { filesAddress } from '@site/shared/composition-timing'
import type { SiteFiles } from '@site/shared/site-config'
import { siteAnswers } from '../answers/site-answers'
import type { NamedFile } from '../composition/blob-files'
import { joinPages } from '../composition/composition'
import type { CompositionOutline } from '../composition/composition-outline'
import { type ComposedPage, type PageList, packList } from '../composition/page-list'
import { type ComposedDocument, mapValues } from '../composition/stored-headers'
import {
  contentSecurityPolicy,
  type Headers,
  INERT_POLICY,
  isSecureAddress,
  type PolicyParts,
  securityHeaders,
} from '../headers/security-headers'
import { type PlannedPage, pagesByJob } from '../rendering/plan-rendering'
import type { AllowedContent, PageFacts } from '../rules/checked-page'
import { declaredInline } from './allowed-content'
import { finishUnzipped } from './finish-document'
import type { KeptPages } from './kept-pages'
import { describeForSearch, RIBBON_STYLE, SITEMAP_PATH } from './preview-ribbon'

type HeaderSettings = {
  publicUrl: string
  isSecure: boolean
  isDevelopment: boolean
  /** Fake providers take payments; their scripts come from this origin. */
  sandbox: boolean
  host: string
  isPreview: boolean
} & Pick<PolicyParts, 'siteHosts' | 'trustedTypes'>

type PageSettings = Pick<CompositionOutline, 'publicUrl' | 'finish' | 'releases'> & {
  isSecure: boolean
  siteFiles: SiteFiles
}

type KeptSite = {
  pages: readonly PlannedPage[]
  jobs: readonly { url: string }[]
  keys: ReadonlyMap<string, string>
  documents: ReadonlyMap<string, KeptPages>
  headers: PageHeaders
}

type PageHeaders = { key: string; of: (job: number, facts: PageFacts) => Headers }

type ComposedSite = Pick<CompositionOutline, 'finish' | 'headersKey' | 'packages' | 'indexes'> & {
  added: NamedFile[]
}

export async function composePages(kept: KeptSite, settings: PageSettings): Promise<ComposedSite> {
  const headersKey = kept.headers.key
  const { finish } = settings
  const site: ComposedSite = { finish, headersKey, packages: {}, indexes: {}, added: [] }
  for (const [owner, pages] of groupBy(kept.pages, ({ release }) => release.package)) {
    const keptPages = kept.documents.get(owner)
    if (!keptPages) throw new Error(`Nothing was rendered for ${owner}`)
    const { documents, known, list } = keptPages
    const isListed = list?.headersKey === headersKey
    const documentOf = (place: number) => documents.get(kept.jobs[place]?.url ?? '')
    const file = isListed ? list : packList(listPages(pages, documentOf, kept.headers))
    if ('content' in file) site.added.push(file)
    site.packages[owner] = { key: kept.keys.get(owner) ?? '', list: file.digest, known }
  }
  const described = describeIndexes(kept.pages, settings)
  const headers = indexHeaders(settings)
  const indexes = await Promise.all(
    Object.entries(described).map(([address, text]) => {
      // A large sitemap compresses slowly, and no visitor waits for it.
      const quality = address === SITEMAP_PATH ? FAST_QUALITY : finish.quality
      return finishUnzipped(Buffer.from(text), address, quality)
    }),
  )
  for (const { document, blobs } of indexes) {
    const { address, sha256, bytes, br } = document
    site.indexes[address] = { sha256, bytes, br, headers }
    site.added.push(...blobs)
  }
  return site
}

function describeIndexes(pages: readonly PlannedPage[], settings: PageSettings): Record<string, string> {
  return { ...describeForSearch(pages, settings), [filesAddress()]: JSON.stringify(settings.siteFiles) }
}

function indexHeaders(settings: Pick<PageSettings, 'isSecure'>): Headers {
  return { ...securityHeaders(settings), 'content-security-policy': INERT_POLICY }
}

type KnownPage = Pick<ComposedDocument, 'sha256' | 'bytes' | 'br' | 'gzip'> & { facts: PageFacts }

function listPages(
  pages: readonly PlannedPage[],
  documentOf: (place: number) => KnownPage | undefined,
  headers: PageHeaders,
): PageList {
  const compose = (place: number): ComposedDocument => {
    const document = documentOf(place)
    if (!document) throw new Error('A planned page was not rendered')
    const { sha256, bytes, br, gzip, facts } = document
    return { sha256, bytes, br, ...(gzip && { gzip }), headers: headers.of(place, facts) }
  }
  const composePage = ({ page, release, job, variants }: PlannedPage): ComposedPage => ({
    ...compose(job),
    module: release.package + page.module.slice(1),
    status: page.fallback?.status ?? 200,
    noindex: page.noindex ?? false,
    ...(page.variants && {
      variants: {
        parameter: page.variants.parameter,
        values: Object.fromEntries([...variants].map(([value, place]) => [value, compose(place)])),
      },
    }),
  })
  return {
    pages: Object.fromEntries(pages.map((planned) => [planned.page.path, composePage(planned)])),
    fallbacks: pages.flatMap(({ page: { path, fallback } }) =>
      fallback ? [{ below: fallback.below, page: path }] : [],
    ),
  }
}

export function createHeaders(
  pages: readonly PlannedPage[],
  contents: readonly AllowedContent[],
  settings: HeaderSettings,
): PageHeaders {
  const planned = pagesByJob(pages)
  const known = new Map<string, Headers>()
  const of: PageHeaders['of'] = (job, facts) => {
    const found = planned[job]
    if (!found) throw new Error('A document was rendered that nobody has planned')
    const { page, release } = found
    const inline = declaredInline(facts, contents[job])
    const key = JSON.stringify([release.package, page.isolated, page.embedded, page.contentSecurityPolicy, inline])
    const headers = known.get(key) ?? headersOf(found, inline, settings)
    known.set(key, headers)
    return headers
  }
  return { key: sha256(JSON.stringify(settings)), of }
}

function headersOf(
  { page, release }: PlannedPage,
  inline: Pick<PolicyParts, 'scripts' | 'styles'>,
  settings: HeaderSettings,
): Headers {
  const pageHosts = page.contentSecurityPolicy
  const styles = [...inline.styles, ...(settings.isPreview ? [RIBBON_STYLE] : [])]
  return {
    ...securityHeaders(settings),
    'content-security-policy': contentSecurityPolicy({
      ...settings,
      scripts: inline.scripts,
      styles,
      pageHosts,
      isEmbedded: page.embedded,
      scriptFolders: page.isolated ? foldersOf(release.package, settings) : undefined,
    }),
    // A provider's payment window must reach the page that opened it; pages that open an isolated one must not.
    ...((pageHosts?.['script-src'] || page.isolated) && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  }
}

/**
 * Limits an isolated document's scripts to its two packages and this origin's fake providers and development scripts.
 */
function foldersOf(owner: string, { publicUrl, host, sandbox, isDevelopment }: HeaderSettings): string[] {
  const folders = [
    `assets/${host}`,
    `assets/${owner}`,
    ...(sandbox ? ['sandbox'] : []),
    ...(isDevelopment ? ['dev'] : []),
  ]
  return folders.map((folder) => `${publicUrl}/${folder}/`)
}

type UnkeptSite = Pick<PageSettings, 'siteFiles' | 'publicUrl' | 'finish'> &
  Pick<CompositionOutline, 'publicFiles'> & {
    pages: readonly PlannedPage[]
    headers: PageHeaders
    releases: readonly Release[]
  }

/** For pages that are rendered, but neither compressed nor kept. @param known `lists` of packages whose pages stay */
export function plannedAnswers(
  { pages, headers, releases, ...site }: UnkeptSite,
  known: { facts: readonly PageFacts[]; digests: readonly string[]; lists: ReadonlyMap<string, PageList> },
) {
  const { facts, digests, lists } = known
  const settings = { ...site, isSecure: isSecureAddress(site.publicUrl), releases: {} }
  const documentOf = (place: number) => {
    const found = facts[place]
    return found && { sha256: digests[place] ?? '', bytes: 0, br: '', facts: found }
  }
  const texts = describeIndexes(pages, settings)
  const common = { bytes: 0, br: '', headers: indexHeaders(settings) }
  const indexes = mapValues(texts, (text) => ({ ...common, sha256: sha256(text) }))
  const changing = pages.filter(({ release }) => !lists.has(release.package))
  const list = joinPages([...lists.values(), listPages(changing, documentOf, headers)])
  return { texts, answers: siteAnswers({ ...list, ...site, indexes }, releases) }
}

/** Collects files at the site's root, such as images and the icon (R13). */
export function publicFilesOf(releases: readonly VerifiedRelease[]): CompositionOutline['publicFiles'] {
  return Object.fromEntries(
    releases.flatMap(({ release: { package: name, version, files } }) =>
      Object.keys(files)
        .filter((file) => file.startsWith('public/'))
        .map((file) => [file.slice('public'.length), { package: name, version, file }]),
    ),
  )
}
