import { checkReleases } from '../composition/check-releases'
import { planSite, renderReleases } from '../composition/compose-site'
import { type Composition, readComposition, versionsOf } from '../composition/composition'
import { readPointer } from '../composition/pointer-file'
import { readDocument } from '../composition/read-document'
import { readApiCalls } from '../contract/calls/running-api'
import { keptVerdicts } from '../contract/types/kept-verdicts'
import { readFacts } from '../documents/document-facts'
import type { SiteFolders } from '../files/site-folders'
import { Refusal } from '../refusal'
import { loadRelease, resolveVersion } from '../registry/releases'
import type { VerifiedRelease } from '../registry/verify-release'
import type { RenderLimits } from '../rendering/render-site'
import { siteRules } from '../rules/checked-page'
import { requireSettings } from '../settings/settings-file'
import { createNormaliser } from './normalise'
import type { SiteSnapshot, SnapshotPage } from './site-snapshot'

/**
 * What an operator means: `live`, the number of a kept composition, or releases in the place of those that are live
 * (`catalog@1.6.0`, several with a comma), whose pages are rendered for it.
 * @throws Refusal when there is no such composition or release, or it cannot be rendered
 */
export async function readSnapshot(folders: SiteFolders, name: string, limits: RenderLimits): Promise<SiteSnapshot> {
  const pointer = await readPointer(folders)
  if (name === 'live' && !pointer) throw new Refusal('Nothing is live yet')
  if (name === 'live' && pointer) return composedSnapshot(folders, name, pointer.live)
  if (/^[1-9]\d*$/.test(name)) return composedSnapshot(folders, name, Number(name))
  const live = pointer && (await readComposition(folders, pointer.live))
  return renderedSnapshot(folders, { name, live }, limits)
}

/** From the disk: what visitors get, byte by byte. */
async function composedSnapshot(folders: SiteFolders, name: string, number: number): Promise<SiteSnapshot> {
  await folders.authority?.bringComposition(number)
  const composition = await readComposition(folders, number).catch((cause) => {
    throw new Refusal(`Composition ${number} is not kept`, { cause })
  })
  const settings = composition.settings ?? (await requireSettings(folders))
  const releases = await loadAll(folders, versionsOf(composition))
  const { jobs } = await planSite(releases, settings, number)
  const folder = folders.composition(number)
  const pages = new Map<string, SnapshotPage>()
  for (const job of jobs) {
    const document = documentAt(composition, job.url)
    if (!document) throw new Refusal(`Composition ${number} has no page ${job.url}`)
    const html = (await readDocument(folder, document)).identity.toString()
    pages.set(job.url, { html, facts: readFacts(html), job })
  }
  return { name, releases, settings, pages, normalise: normaliserOf(releases, number), faults: [] }
}

async function renderedSnapshot(
  folders: SiteFolders,
  { name, live }: { name: string; live: Composition | undefined },
  limits: RenderLimits,
): Promise<SiteSnapshot> {
  const settings = await requireSettings(folders)
  const releases = await loadAll(folders, { ...versionsOf(live), ...parseReleases(name) })
  const number = (live?.number ?? 0) + 1
  const { calls } = await readApiCalls(folders)
  const manifests = releases.map(({ release }) => release)
  const [faults = []] = await checkReleases([manifests], keptVerdicts(folders.verdicts), calls)
  // What breaks a rule can be looked at all the same; `site check` refuses it.
  const rendered = await renderReleases(releases, settings, { number, live }, { ...limits, allowed: siteRules })
  const pages = new Map<string, SnapshotPage>()
  for (const [index, job] of rendered.jobs.entries()) {
    const facts = rendered.facts[index]
    if (facts) pages.set(job.url, { html: rendered.documents[index] ?? '', facts, job })
  }
  return {
    name,
    releases,
    settings,
    pages,
    normalise: normaliserOf(releases, number),
    faults: [...faults, ...rendered.broken],
  }
}

function loadAll(folders: SiteFolders, versions: Readonly<Record<string, string>>): Promise<VerifiedRelease[]> {
  const names = Object.keys(versions).sort()
  return Promise.all(
    names.map(async (name) => loadRelease(folders, name, await resolveVersion(folders, name, versions[name] ?? ''))),
  )
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

function documentAt({ pages }: Composition, url: string) {
  const [path = '', query] = url.split('?')
  const page = pages[path]
  if (query === undefined) return page
  return page?.variants?.values[decodeURIComponent(query.slice(query.indexOf('=') + 1))]
}

function normaliserOf(releases: readonly VerifiedRelease[], number: number) {
  return createNormaliser(
    releases.map(({ release }) => release),
    number,
  )
}
