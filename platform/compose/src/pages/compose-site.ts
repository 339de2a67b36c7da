import { FAST_QUALITY, PAGE_QUALITY } from '@platform/base/durable/compress'
import { Refusal } from '@platform/base/errors/refusal'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { Composition, CompositionFolders } from '../composition/composition'
import { nameReleases } from '../composition/name-releases'
import { publicFilesOf } from '../composition/public-files'
import { type SignComposition, writeComposition } from '../composition/write-composition'
import type { DocumentFacts } from '../facts/document-facts'
import { reloadScript } from '../headers/reload-script'
import { isSecureAddress } from '../headers/security-headers'
import { pageKeysOf } from '../rendering/page-keys'
import { planRendering } from '../rendering/plan-rendering'
import type { RenderLimits } from '../rendering/render-site'
import { createPageCheck } from '../rules/check-pages'
import { findUngrantedHosts } from '../settings/granted-hosts'
import type { SiteSettings } from '../settings/site-settings'
import { allowedContents, declaredInline } from './allowed-content'
import { checkDocuments, describePages } from './check-documents'
import { composePages } from './compose-pages'
import { type FindKept, type Finish, findKeptPages, readFinished } from './kept-pages'
import { previewRibbon } from './preview-ribbon'
import { readProgramDigest } from './program-digest'
import { renderPages } from './render-pages'
import { findForeignTypes, trustedTypesOf } from './trusted-types'
import { refuseChangedPages } from './unchanged-pages'

/** Base address of the payment calls (R185, D-45): the origin answers them itself. */
const API_BASE = '/api'

type Composing = {
  releases: VerifiedRelease[]
  settings: SiteSettings
  fingerprint: string
  number: number
  live: Composition | undefined
  kind?: 'site' | 'preview'
  /** Digest of all that it is made by, when it is made before it is to be live. */
  madeAhead?: string | undefined
  /** Compositions that were made ahead. */
  ahead: readonly number[]
  sign: SignComposition
  distrusted: readonly string[]
}

/**
 * Renders what has changed of a site, and writes it as a composition, which is not live yet.
 * @throws Refusal naming the page that cannot be rendered; then nothing is written.
 */
export async function composeSite(
  folders: CompositionFolders,
  { releases, settings, fingerprint, number, live, kind = 'site', madeAhead, ahead, sign, distrusted }: Composing,
  limits: RenderLimits,
): Promise<Composition> {
  const isPreview = kind === 'preview'
  const createdAt = new Date().toISOString()
  const named = nameReleases(releases, createdAt, live)
  const { isDevelopment, publicUrl, sandbox } = settings
  const finish = finishOf(settings, isPreview ? previewRibbon(named, live) : undefined)
  const kept = { findKept: findKeptPages(folders, ahead), finish, distrusted }
  const { allowed, siteFiles, ...rendered } = await renderReleases({ releases, settings, live, kept }, limits)
  await refuseChangedPages(folders, live, { releases, settings, ...rendered })
  const host = releases.find(({ release }) => release.kind === 'host')
  const finished = { ...rendered, readFinished: (name: string) => readFinished(folders, live, name, finish) }
  const { added, ...site } = await composePages(finished, {
    publicUrl,
    isSecure: isSecureAddress(publicUrl),
    isDevelopment,
    sandbox,
    host: host?.release.package ?? '',
    siteFiles,
    isPreview,
    finish,
    releases: named,
    siteHosts: host?.release.contentSecurityPolicy,
    trustedTypes: trustedTypesOf(releases.map(({ release }) => release)),
  })
  const composition: Composition = {
    format: 2,
    number,
    ...(isPreview && { isPreview }),
    ...(madeAhead !== undefined && { madeAhead }),
    createdAt,
    fingerprint,
    publicUrl,
    settings,
    releases: named,
    ...site,
    publicFiles: publicFilesOf(releases),
    data: Object.fromEntries(releases.map(({ release }) => [release.package, release.data])),
    ...(allowed.length > 0 && { allowed }),
  }
  await writeComposition(folders, composition, added, sign)
  return composition
}

export type SiteRendering = {
  releases: readonly VerifiedRelease[]
  settings: SiteSettings
  /** What is live: a violation that was let pass there is not asked about again. */
  live: Pick<Composition, 'allowed'> | undefined
  /** Where pages of before are; absent: everything is rendered. */
  kept?: { findKept: FindKept; finish: Finish; distrusted: readonly string[] }
  /** Given each document that is rendered, with its address and all that it says. */
  onDocument?: (address: string, html: string, facts: DocumentFacts) => void
}

/**
 * What is done to each document of a site before it is sent.
 * @param ribbon of a preview, which few people look at, and one is waiting for
 */
export function finishOf({ isDevelopment }: SiteSettings, ribbon?: string): Finish {
  const isFast = isDevelopment || ribbon !== undefined
  return { quality: isFast ? FAST_QUALITY : PAGE_QUALITY, added: (ribbon ?? '') + (isDevelopment ? reloadScript : '') }
}

/**
 * Every document of the site, with what it says.
 * @throws Refusal naming the pages that cannot be rendered or break a rule of the whole site, or a host that nobody granted.
 */
export async function renderReleases(
  { releases, settings, live, kept, onDocument }: SiteRendering,
  limits: RenderLimits,
) {
  const manifests = releases.map(({ release }) => release)
  const ungranted = [...findUngrantedHosts(manifests, settings.hosts), ...findForeignTypes(manifests)]
  if (ungranted.length > 0) throw new Refusal(`These releases must not go live:\n  ${ungranted.join('\n  ')}`)
  const { work, pages, jobs, files: siteFiles } = await planSite(releases, settings)
  const { publicUrl } = settings
  const contents = allowedContents(pages, manifests, jobs)
  const described = describePages({ releases, pages, jobs, contents })
  const checkOne = createPageCheck(publicUrl)
  const program = await readProgramDigest(limits.programFile)
  const { memoryMb } = limits
  const keys = pageKeysOf(work, releases, { program, limits: { memoryMb }, distrusted: kept?.distrusted ?? [] })
  const { finish = finishOf(settings), findKept } = kept ?? {}
  const check: Parameters<typeof renderPages>[0]['check'] = (index, html, facts) => {
    const page = described[index]
    if (!page) throw new Error('A document was rendered that nobody has planned')
    onDocument?.(page.address, html, facts)
    return checkOne({ ...page, facts, htmlBytes: Buffer.byteLength(html) })
  }
  const rendered = await renderPages({ work, keys, finish, findKept, limits, check })
  const files = new Set(Object.keys(publicFilesOf(releases)))
  const allowed = { rules: limits.allowed ?? [], violations: live?.allowed ?? [] }
  const judged = checkDocuments(described, rendered.facts, { files, publicUrl }, allowed)
  const inline = jobs.map((_job, index) => declaredInline(rendered.facts[index], contents[index]))
  return { pages, jobs, siteFiles, inline, keys, ...rendered, ...judged }
}

/** What each document of the site is made of. */
export async function planSite(
  releases: readonly VerifiedRelease[],
  { isDevelopment: _, hosts: __, ...visible }: SiteSettings,
) {
  const [host, ...remotes] = [...releases].sort((a, b) => rank(a) - rank(b))
  if (!host) throw new Refusal('A site needs exactly one host, not 0')
  const plan = await planRendering(host, remotes, { apiBase: API_BASE, ...visible })
  return { ...plan, jobs: plan.work.jobs }
}

function rank({ release }: VerifiedRelease): number {
  return release.kind === 'host' ? 0 : 1
}
