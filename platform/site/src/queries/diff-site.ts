import { Refusal } from '@platform/base/errors/refusal'
import { findLosses, formatLoss } from '@platform/compose/answers/compare-answers'
import { siteAnswers } from '@platform/compose/answers/site-answers'
import { type CompositionOutline, readOutline, versionsOf } from '@platform/compose/composition/composition-outline'
import type { ComposedDocument } from '@platform/compose/composition/stored-headers'
import { readDocument } from '@platform/compose/composition/verify-documents'
import { comparePage, createNormaliser, type PageChange } from '@platform/compose/diff/compare-pages'
import type { SiteSnapshot, SnapshotPage } from '@platform/compose/diff/compare-releases'
import { compareReleases, type ReleaseChange } from '@platform/compose/diff/compare-releases'
import { type DocumentFacts, readFacts } from '@platform/compose/facts/document-facts'
import { planSite, renderReleases } from '@platform/compose/pages/compose-site'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { siteRules } from '@platform/compose/rules/checked-page'
import { differencesOf, requireSettings } from '@platform/compose/settings/site-settings'
import { hasHashedName } from '@platform/release/manifest/asset-address'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { Site } from '../site/site'
import type { SiteCopy } from '../store/file/file-copy'
import { findMisfits, loadVersions } from './check-activation'

export type SiteDiff = {
  before: string
  after: string
  changesForVisitors: boolean
  problems: string[]
  releases: ReleaseChange[]
  settings: string[]
  pages: { added: string[]; gone: string[]; changed: PageChange[]; same: number }
}

export async function diffSite(
  store: Site,
  [a, b]: readonly [string, string],
  limits: RenderLimits = defaultLimits,
): Promise<SiteDiff> {
  const before = await readSnapshot(store, a, limits)
  const after = await readSnapshot(store, b, limits)
  const releases = await compareReleases(before, after)
  const settings = differencesOf(before.settings, after.settings)
  const changedFiles = new Set(releases.flatMap(addressesOfFiles))
  const addresses = (one: SiteSnapshot, other: SiteSnapshot) =>
    [...one.answers.keys()].filter((it) => !hasHashedName(it) && !other.answers.has(it))
  const shared = [...before.answers.keys()].filter((address) => after.answers.has(address))
  const changed = shared.flatMap((address) => comparePage(before, after, address, changedFiles) ?? [])
  const isPage = (address: string) => before.pages.has(address)
  const pages = {
    added: addresses(after, before),
    gone: addresses(before, after),
    changed,
    same: shared.filter(isPage).length - changed.filter(({ address }) => isPage(address)).length,
  }
  const isNoticed = releases.some(({ parts }) => parts.files || parts.data)
  const changesForVisitors =
    isNoticed || settings.length + pages.added.length + pages.gone.length + pages.changed.length > 0
  const problems = [...after.problems, ...lossesOf(before, after, releases)]
  return { before: a, after: b, changesForVisitors, problems, releases, settings, pages }
}

/** A composition that is kept was allowed already. */
function lossesOf(before: SiteSnapshot, after: SiteSnapshot, changes: readonly ReleaseChange[]): string[] {
  if (/^(?:live|\d+)$/.test(after.name)) return []
  const changed = new Set(changes.map((it) => it.package))
  const releases = after.releases.map(({ release }) => release)
  const { hosts } = after.settings
  return findLosses(before.answers, after.answers, { releases, changed, hosts }).map(formatLoss)
}

function addressesOfFiles({ package: name, parts }: ReleaseChange): string[] {
  const { added = [], changed = [] } = parts.files ?? {}
  return [...added, ...changed].map((file) => file.replace(/^client\//, `/assets/${name}/`))
}

/** @param name `live`, a number, or releases in place of the live ones (`catalog@1.6.0`) */
async function readSnapshot(store: Site, name: string, limits: RenderLimits): Promise<SiteSnapshot> {
  const { copy } = store
  const pointer = await copy.readPointer()
  if (name === 'live' && !pointer) throw new Refusal('Nothing is live yet')
  if (name === 'live' && pointer) return composedSnapshot(store, name, pointer.live)
  if (/^[1-9]\d*$/.test(name)) return composedSnapshot(store, name, Number(name))
  const live = pointer && (await readOutline(copy, pointer.live))
  return renderedSnapshot(copy, { name, live }, limits)
}

async function composedSnapshot(store: Site, name: string, number: number): Promise<SiteSnapshot> {
  const { copy } = store
  const composition = await store.ensureComposition(number).catch((cause) => {
    throw new Refusal(`Composition ${number} is not kept`, { cause })
  })
  const { settings } = composition
  const releases = await loadVersions(copy, versionsOf(composition))
  const answers = siteAnswers(
    composition,
    releases.map(({ release }) => release),
  )
  const { jobs } = planSite(releases, settings)
  const pages = new Map<string, SnapshotPage>()
  const textAt = async (document: ComposedDocument) => (await readDocument(copy, document)).toString()
  for (const job of jobs) {
    const document = answers.get(job.url)?.document
    if (!document) throw new Refusal(`Composition ${number} has no page ${job.url}`)
    const html = await textAt(document)
    pages.set(job.url, { html, facts: readFacts(html), job })
  }
  const texts: Record<string, string> = {}
  for (const [address, document] of Object.entries(composition.indexes)) texts[address] = await textAt(document)
  return { name, releases, settings, pages, answers, texts, normalise: normaliserOf(releases), problems: [] }
}

async function renderedSnapshot(
  copy: SiteCopy,
  { name, live }: { name: string; live: CompositionOutline | undefined },
  limits: RenderLimits,
): Promise<SiteSnapshot> {
  const settings = requireSettings(await copy.readSettings())
  const releases = await loadVersions(copy, { ...versionsOf(live), ...parseReleases(name) })
  const problems = await findMisfits(copy, releases)
  // Shows pages that break a rule too; `site check` refuses them.
  const seen = new Map<string, Omit<SnapshotPage, 'job'>>()
  const onDocument = (address: string, html: string, facts: DocumentFacts) => seen.set(address, { html, facts })
  const rendered = await renderReleases({ releases, settings, live, onDocument }, { ...limits, allowed: siteRules })
  const pages = new Map<string, SnapshotPage>()
  for (const job of rendered.jobs) {
    const document = seen.get(job.url)
    if (document) pages.set(job.url, { ...document, job })
  }
  return {
    name,
    releases,
    settings,
    pages,
    answers: rendered.answers,
    texts: rendered.texts,
    normalise: normaliserOf(releases),
    problems: [...problems, ...rendered.broken, ...rendered.failures],
  }
}

function parseReleases(text: string): Record<string, string> {
  const entries = text.split(',').map((name) => {
    const match = /^([^@]+)@(.+)$/.exec(name)
    if (!match)
      throw new Refusal(`"${name}" is nothing to compare. Write live, a composition's number or catalog@1.6.0.`)
    return [match[1], match[2]]
  })
  return Object.fromEntries(entries)
}

function normaliserOf(releases: readonly VerifiedRelease[]) {
  return createNormaliser(releases.map(({ release }) => release))
}
