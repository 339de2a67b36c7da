import { FAST_QUALITY, PAGE_QUALITY } from '@platform/base/durable/compress'
import { Refusal } from '@platform/base/errors/refusal'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { Composition, CompositionFolders } from '../composition/composition'
import { nameReleases } from '../composition/name-releases'
import { publicFilesOf } from '../composition/public-files'
import { type SignComposition, writeComposition } from '../composition/write-composition'
import { type DocumentFacts, readFacts } from '../facts/document-facts'
import { isSecureAddress } from '../headers/security-headers'
import { planRendering } from '../rendering/plan-rendering'
import type { RenderLimits } from '../rendering/render-site'
import { findUngrantedHosts } from '../settings/granted-hosts'
import type { SiteSettings } from '../settings/site-settings'
import { allowedContents, declaredInline } from './allowed-content'
import { checkDocuments } from './check-documents'
import { composePages } from './compose-pages'
import { keptCopies } from './kept-copies'
import { previewRibbon } from './preview-ribbon'
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
  sign: SignComposition
}

/**
 * Renders and compresses every page of the site and writes them as a composition, which is not live yet.
 * @throws Refusal naming the page that cannot be rendered; then nothing is written.
 */
export async function composeSite(
  folders: CompositionFolders,
  { releases, settings, fingerprint, number, live, kind = 'site', sign }: Composing,
  limits: RenderLimits,
): Promise<Composition> {
  const rendered = await renderReleases(releases, settings, live, limits)
  const { pages, siteFiles, finished, allowed } = rendered
  await refuseChangedPages(folders, live, { releases, settings, ...rendered })
  const host = releases.find(({ release }) => release.kind === 'host')
  const createdAt = new Date().toISOString()
  const named = nameReleases(releases, createdAt, live)
  const { files, ...site } = await composePages(pages, finished, {
    publicUrl: settings.publicUrl,
    isSecure: isSecureAddress(settings.publicUrl),
    quality: settings.isDevelopment ? FAST_QUALITY : PAGE_QUALITY,
    isDevelopment: settings.isDevelopment,
    sandbox: settings.sandbox,
    host: host?.release.package ?? '',
    siteFiles,
    ribbon: kind === 'preview' ? previewRibbon(named, live) : undefined,
    keptCopies: keptCopies(folders, live?.settings.isDevelopment === settings.isDevelopment ? live : undefined),
    releases: named,
    siteHosts: host?.release.contentSecurityPolicy,
    trustedTypes: trustedTypesOf(releases.map(({ release }) => release)),
  })
  const composition: Composition = {
    format: 1,
    number,
    ...(kind === 'preview' && { isPreview: true }),
    createdAt,
    fingerprint,
    publicUrl: settings.publicUrl,
    settings,
    releases: named,
    ...site,
    publicFiles: publicFilesOf(releases),
    data: Object.fromEntries(releases.map(({ release }) => [release.package, release.data])),
    ...(allowed.length > 0 && { allowed }),
  }
  await writeComposition(folders, composition, files, sign)
  return composition
}

/**
 * Every document of the site, with what it says.
 * @param live what is live: a violation that was let pass there is not asked about again
 * @throws Refusal naming the pages that cannot be rendered or break a rule of the whole site, or a host that nobody granted.
 */
export async function renderReleases(
  releases: readonly VerifiedRelease[],
  settings: SiteSettings,
  live: Pick<Composition, 'allowed'> | undefined,
  limits: RenderLimits,
) {
  const manifests = releases.map(({ release }) => release)
  const ungranted = [...findUngrantedHosts(manifests, settings.hosts), ...findForeignTypes(manifests)]
  if (ungranted.length > 0) throw new Refusal(`These releases must not go live:\n  ${ungranted.join('\n  ')}`)
  const { work, pages, jobs, files: siteFiles } = await planSite(releases, settings)
  const facts: DocumentFacts[] = []
  // Read while the other process renders the next one.
  const documents = await limits.render(work, limits, (html) => facts.push(readFacts(html)))
  const contents = allowedContents(pages, manifests, jobs)
  const judged = checkDocuments(
    { releases, pages, jobs, documents, facts, contents, publicUrl: settings.publicUrl },
    { rules: limits.allowed ?? [], violations: live?.allowed ?? [] },
  )
  const finished = documents.map((html, job) => ({ html, ...declaredInline(facts[job], contents[job]) }))
  return { pages, jobs, siteFiles, documents, facts, finished, ...judged }
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
