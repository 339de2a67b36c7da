import { FAST_QUALITY, PAGE_QUALITY } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { isHost } from '@platform/release/manifest/release'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { findLosses, refuseLosses } from '../answers/compare-answers'
import { siteAnswers } from '../answers/site-answers'
import { joinLists, readLists } from '../composition/composition'
import type { CompositionFolders } from '../composition/composition-folder'
import type { CompositionOutline, Finish } from '../composition/composition-outline'
import type { PageList } from '../composition/page-list'
import { type SignComposition, writeComposition } from '../composition/write-composition'
import type { DocumentFacts } from '../facts/document-facts'
import { reloadScript } from '../headers/reload-script'
import { isSecureAddress } from '../headers/security-headers'
import { pageKeysOf } from '../rendering/page-keys'
import { planRendering } from '../rendering/plan-rendering'
import { readProgramDigest } from '../rendering/program-files'
import type { RenderLimits } from '../rendering/render-site'
import { createPageCheck } from '../rules/check-pages'
import { findForeignTypes, findUngrantedHosts, trustedTypesOf } from '../settings/granted-hosts'
import type { SiteSettings } from '../settings/site-settings'
import { allowedContents } from './allowed-content'
import { checkDocuments, describePages } from './check-documents'
import { composePages, createHeaders, plannedAnswers, publicFilesOf } from './compose-pages'
import { keepDocuments } from './keep-documents'
import { findKeptPages, readFinished } from './kept-pages'
import { previewRibbon } from './preview-ribbon'
import { type PageRendering, renderPages } from './render-pages'
import { compareWithLive, isLive } from './unchanged-pages'

/** Base address of the payment calls (R185, D-45). */
const API_BASE = '/api'

type Composing = {
  releases: VerifiedRelease[]
  settings: SiteSettings
  fingerprint: string
  number: number
  live: CompositionOutline | undefined
  kind?: 'site' | 'preview'
  sign: SignComposition
  distrusted: readonly string[]
}

/** Renders what has changed and writes a composition without making it live. */
export async function composeSite(
  folders: CompositionFolders,
  { releases, settings, fingerprint, number, live, kind = 'site', sign, distrusted }: Composing,
  limits: RenderLimits,
): Promise<CompositionOutline> {
  const isPreview = kind === 'preview'
  const createdAt = new Date().toISOString()
  const named = nameReleases(releases, createdAt, live)
  const { publicUrl } = settings
  const finish = finishOf(settings, isPreview ? previewRibbon(named, live) : undefined)
  // The same inputs again are a repair.
  const shown = live?.fingerprint === fingerprint ? undefined : live
  const rendering = { releases, settings, live, isPreview, kept: { folders, finish, distrusted, shown } }
  const plan = await planReleases(rendering, limits)
  const { pages, jobs, keys, headers, files: siteFiles, menu } = plan
  const pageSettings = { publicUrl, isSecure: isSecureAddress(publicUrl), finish, releases: named, siteFiles }
  const ofLive = (name: string) => readFinished(folders, live, name, finish)
  const keeper = keepDocuments({ folders, jobs, finish, readFinished: ofLive })
  try {
    const { allowed, kept, failures } = await renderPlanned(plan, rendering, limits, keeper.add)
    const documents = await keeper.keepAll(kept)
    const { added, ...site } = await composePages({ pages, jobs, keys, documents, headers }, pageSettings)
    const outline: CompositionOutline = {
      format: 5,
      number,
      ...(isPreview && { isPreview }),
      createdAt,
      fingerprint,
      publicUrl,
      settings,
      releases: named,
      ...site,
      menu,
      publicFiles: publicFilesOf(releases),
      data: Object.fromEntries(releases.map(({ release }) => [release.package, release.data])),
      ...(failures.length > 0 && { brokenBlocks: [...failures] }),
      ...(allowed.length > 0 && { allowed }),
    }
    await writeComposition(folders, outline, added, sign)
    return outline
  } catch (error) {
    // A failed clean-up must not hide the cause; the next prune removes the leftovers.
    await keeper.discard().catch(() => {})
    throw error
  }
}

type SiteRendering = {
  releases: readonly VerifiedRelease[]
  settings: SiteSettings
  /** Source of allowed violations and of pages that must not change. */
  live: CompositionOutline | undefined
  /** Kept pages; without them everything is rendered and nothing compared. */
  kept?: {
    folders: CompositionFolders
    finish: Finish
    distrusted: readonly string[]
    shown: CompositionOutline | undefined
  }
  isPreview?: boolean
  onDocument?: (address: string, html: string, facts: DocumentFacts) => void
}

/** Chooses fast compression for previews, where an operator waits. */
export function finishOf({ isDevelopment }: SiteSettings, ribbon?: string): Finish {
  const isFast = isDevelopment || ribbon !== undefined
  return { quality: isFast ? FAST_QUALITY : PAGE_QUALITY, added: (ribbon ?? '') + (isDevelopment ? reloadScript : '') }
}

export async function renderReleases(rendering: SiteRendering, limits: RenderLimits) {
  const plan = await planReleases(rendering, limits)
  const { broken, failures, answers, texts } = await renderPlanned(plan, rendering, limits)
  return { jobs: plan.jobs, broken, failures, answers, texts }
}

type ReleasePlan = Awaited<ReturnType<typeof planReleases>>

async function planReleases(
  { releases, settings, kept, isPreview = false }: SiteRendering,
  { programFile, memoryMb }: RenderLimits,
) {
  const manifests = releases.map(({ release }) => release)
  const ungranted = [...findUngrantedHosts(manifests, settings.hosts), ...findForeignTypes(manifests)]
  if (ungranted.length > 0) throw new Refusal(`These releases must not go live:\n  ${ungranted.join('\n  ')}`)
  const plan = planSite(releases, settings)
  const program = await readProgramDigest(programFile)
  const keyedBy = { program, limits: { memoryMb }, distrusted: kept?.distrusted ?? [] }
  const contents = allowedContents(plan.pages, manifests, plan.jobs)
  const { isDevelopment, publicUrl, sandbox } = settings
  const host = manifests.find(isHost)
  const headers = createHeaders(plan.pages, contents, {
    publicUrl,
    isSecure: isSecureAddress(publicUrl),
    isDevelopment,
    sandbox,
    host: host?.package ?? '',
    isPreview,
    siteHosts: host?.contentSecurityPolicy,
    trustedTypes: trustedTypesOf(manifests),
  })
  return { ...plan, contents, headers, keys: pageKeysOf(plan.work, releases, keyedBy) }
}

async function renderPlanned(
  { work, pages, jobs, contents, keys, headers, files: siteFiles, menu }: ReleasePlan,
  { releases, settings, live, kept, isPreview, onDocument }: SiteRendering,
  limits: RenderLimits,
  keep: PageRendering['onRendered'] = async () => {},
) {
  const { publicUrl } = settings
  const described = describePages({ releases, pages, jobs, contents })
  const checkOne = createPageCheck(publicUrl)
  const check: PageRendering['check'] = (index, html, facts) => {
    const page = described[index]
    if (!page) throw new Error('A document was rendered that nobody has planned')
    onDocument?.(page.address, html, facts)
    return checkOne({ ...page, facts, htmlBytes: Buffer.byteLength(html) })
  }
  const finder = kept && findKeptPages(kept.folders, kept.shown)
  const staying = releases.filter((it) => isLive(live, it)).map(({ release }) => release)
  async function readLive() {
    if (!kept || !live) return undefined
    // Without damaged lists, so that an activation can repair the site.
    const lists = await readLists(kept.folders, live, { isPartly: true })
    const answers = siteAnswers(joinLists(live, lists), staying)
    const next = { releases, settings, menu, jobs }
    return { answers, lists, ...compareWithLive(kept.folders, { outline: live, answers }, next) }
  }
  // Read when the first page is rendered, because the other process starts slowly.
  let comparing: ReturnType<typeof readLive> | undefined
  const compare = () => {
    comparing ??= readLive()
    return comparing
  }
  const digests: string[] = []
  const onRendered: PageRendering['onRendered'] = async (document) => {
    digests[document.job] = sha256(document.html)
    await (await compare())?.add(document)
    await keep(document)
  }
  const { finish } = kept ?? { finish: finishOf(settings) }
  const rendered = await renderPages({ work, keys, finish, finder, limits, check, onRendered })
  const comparison = await compare()
  const publicFiles = publicFilesOf(releases)
  const grants = limits.allowed ?? []
  const allowed = { rules: grants, violations: live?.allowed ?? [] }
  const site = { files: new Set(Object.keys(publicFiles)), publicUrl }
  const checked = checkDocuments(described, rendered.facts, site, allowed)
  const manifests = releases.map(({ release }) => release)
  const planned = { pages, headers, siteFiles, publicUrl, finish, publicFiles, releases: manifests }
  const lists = new Map<string, PageList>()
  for (const [name, { list }] of rendered.kept) {
    const shown = list?.headersKey === headers.key ? comparison?.lists.get(list.digest) : undefined
    if (shown) lists.set(name, shown)
  }
  const { answers, texts } = plannedAnswers(planned, { facts: rendered.facts, digests, lists })
  await comparison?.addKept(rendered.kept)
  // A preview's policy also allows its ribbon, and no visitor meets it.
  comparison?.refuseChanges(isPreview ? new Map() : answers)
  if (comparison && !isPreview && !settings.isDevelopment) {
    const changed = new Set(manifests.filter((it) => !staying.includes(it)).map((it) => it.package))
    refuseLosses(
      findLosses(comparison.answers, answers, { releases: manifests, changed, hosts: settings.hosts }),
      grants,
    )
  }
  return { ...checked, ...rendered, answers, texts }
}

export function planSite(
  releases: readonly VerifiedRelease[],
  { isDevelopment: _, hosts: __, ...visible }: SiteSettings,
) {
  const host = releases.find(({ release }) => isHost(release))
  if (!host) throw new Refusal('A site needs exactly one host, not 0')
  const remotes = releases.filter((it) => it !== host)
  const plan = planRendering(host, remotes, { apiBase: API_BASE, ...visible })
  return { ...plan, menu: JSON.stringify(plan.menu), jobs: plan.work.jobs }
}

function nameReleases(
  releases: readonly VerifiedRelease[],
  createdAt: string,
  before: CompositionOutline | undefined,
): CompositionOutline['releases'] {
  return Object.fromEntries(
    releases.map(({ release, digest, signedBy }) => {
      const known = before?.releases[release.package]
      const liveSince = known?.digest === digest ? known.liveSince : createdAt
      return [release.package, { version: release.version, digest, liveSince, ...(signedBy && { signedBy }) }]
    }),
  )
}
