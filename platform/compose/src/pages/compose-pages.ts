/**
 * Which headers a page gets: `headersOf` puts them together when a site is composed (`headers/` has their values and
 * the Content-Security-Policy), and the origin sends them as they are kept, with those of its encoding and cache.
 */

import { filesAddress } from '@site/shared/composition-timing'
import type { SiteFiles } from '@site/shared/site-config'
import type { ComposedDocument, ComposedPage, Composition } from '../composition/composition'
import { type KeptDocument, type Pack, packDocuments } from '../composition/pack'
import type { PageFacts } from '../facts/page-facts'
import { contentSecurityPolicy, type PolicyParts } from '../headers/content-security-policy'
import { type Headers, INERT_POLICY, securityHeaders } from '../headers/security-headers'
import type { PlannedPage } from '../rendering/plan-rendering'
import { describeForSearch } from './describe-for-search'
import { finishDocument } from './finish-document'
import type { Finish, KeptSet } from './kept-pages'
import type { PageSource } from './page-source'
import { RIBBON_STYLE } from './preview-ribbon'

export type PageSettings = {
  publicUrl: string
  isSecure: boolean
  isDevelopment: boolean
  /** True while fake providers, whose scripts are this origin's, take payments. */
  sandbox: boolean
  /** The package that owns every document. */
  host: string
  /** Of all packages, for scripts that show a page of another one. */
  siteFiles: SiteFiles
  /** Its documents bear the ribbon of a preview. */
  isPreview: boolean
  finish: Finish
  releases: Composition['releases']
} & Pick<PolicyParts, 'siteHosts' | 'trustedTypes'>

/** What is sent of a site, each in the order of the jobs. */
export type FinishedPages = {
  pages: readonly PlannedPage[]
  jobs: readonly { url: string }[]
  sources: readonly PageSource[]
  facts: readonly PageFacts[]
  /** Digests of what may stand inline in each document and does. */
  inline: readonly Pick<PolicyParts, 'scripts' | 'styles'>[]
  /** By package: what its pages are made of, and those that are kept from before. */
  keys: ReadonlyMap<string, string>
  kept: ReadonlyMap<string, KeptSet>
  /** Documents of a package that were finished in the same way, by their digests. */
  readFinished: (name: string) => Promise<ReadonlyMap<string, KeptDocument>>
}

/** `added`: packs that are not kept yet. */
export type ComposedSite = Pick<Composition, 'pages' | 'fallbacks' | 'indexes' | 'packs' | 'indexPacks'> & {
  added: Pack[]
}

/** Turns documents into what is sent: policy and compressed copies, in packs. */
export async function composePages(finished: FinishedPages, settings: PageSettings): Promise<ComposedSite> {
  const site: ComposedSite = { pages: {}, fallbacks: [], indexes: {}, packs: {}, indexPacks: [], added: [] }
  const owners = new Set(finished.pages.map(({ release }) => release.package))
  for (const owner of owners) {
    const pages = finished.pages.filter(({ release }) => release.package === owner)
    const documents: KeptDocument[] = []
    const known = finished.kept.has(owner) ? undefined : await finished.readFinished(owner)
    const composed = await Promise.all(pages.map((planned) => composePage(planned, { ...finished, known }, settings)))
    for (const [index, { page, kept }] of composed.entries()) {
      const planned = pages[index]?.page
      if (!planned) continue
      site.pages[planned.path] = page
      if (planned.fallback) site.fallbacks.push({ below: planned.fallback.below, page: planned.path })
      documents.push(...kept)
    }
    const { digests, added } = packOnce(documents, finished.kept.get(owner))
    site.packs[owner] = { key: finished.keys.get(owner) ?? '', finish: settings.finish, digests }
    site.added.push(...added)
  }
  const described = { ...describeForSearch(site.pages, settings), [filesAddress()]: JSON.stringify(settings.siteFiles) }
  const headers = { ...securityHeaders(settings), 'content-security-policy': INERT_POLICY }
  const entries = Object.entries(described)
  const plain = { ...settings.finish, added: '' }
  const kept = await Promise.all(
    entries.map(([address, html]) => finishDocument({ html }, { address, headers }, plain)),
  )
  for (const { address, sha256 } of kept) site.indexes[address] = { sha256, headers }
  const packs = packDocuments(kept)
  site.indexPacks = packs.map(({ digest }) => digest)
  site.added.push(...packs)
  return site
}

/** The packs of before where every document is one of theirs. */
function packOnce(documents: readonly KeptDocument[], before: KeptSet | undefined) {
  const isSame = before && documents.every((document) => before.documents.get(document.address) === document)
  if (isSame) return { digests: before.digests, added: [] }
  const added = packDocuments(documents)
  return { digests: added.map(({ digest }) => digest), added }
}

type Known = { known: ReadonlyMap<string, KeptDocument> | undefined }

async function composePage(planned: PlannedPage, finished: FinishedPages & Known, settings: PageSettings) {
  const { page, release, job, variants } = planned
  const kept: KeptDocument[] = []
  const compose = async (index: number): Promise<ComposedDocument> => {
    const [source, address] = [finished.sources[index], finished.jobs[index]?.url]
    if (!source || address === undefined) throw new Error(`Nothing was rendered for ${page.path}`)
    const headers = headersOf(planned, finished.inline[index] ?? { scripts: [], styles: [] }, settings)
    const about = { address, headers, facts: finished.facts[index], known: finished.known }
    const document = await finishDocument(source, about, settings.finish)
    kept.push(document)
    return { sha256: document.sha256, headers }
  }
  const composed: ComposedPage = {
    ...(await compose(job)),
    module: release.package + page.module.slice(1),
    status: page.fallback?.status ?? 200,
    noindex: page.noindex ?? false,
  }
  // One after the other: their order in the pack is that of the plan.
  const values: [string, ComposedDocument][] = []
  for (const [value, index] of variants) values.push([value, await compose(index)])
  if (page.variants) composed.variants = { parameter: page.variants.parameter, values: Object.fromEntries(values) }
  return { page: composed, kept }
}

function headersOf(
  { page, release }: PlannedPage,
  inline: Pick<PolicyParts, 'scripts' | 'styles'>,
  settings: PageSettings,
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
      scriptFolders: page.isolated ? foldersOf(release.package, settings) : undefined,
    }),
    // A provider's payment window must be able to answer the page that opened it.
    ...(pageHosts && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  }
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
