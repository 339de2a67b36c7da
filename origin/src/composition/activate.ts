import { readFile } from 'node:fs/promises'
import type { SiteConfig } from '@site/shared/site-config'
import { messageOf, Refusal } from '../refusal'
import { sha256 } from '../registry/digest'
import { withLock } from '../registry/lock'
import { loadRelease, resolveVersion } from '../registry/releases'
import type { SiteFolders } from '../registry/site-folders'
import type { VerifiedRelease } from '../registry/verify-release'
import { assetRoot, planRendering } from '../rendering/plan-rendering'
import { defaultLimits, type RenderLimits, renderSite } from '../rendering/render-site'
import { checkCompatibility } from './check-compatibility'
import { composePages } from './compose-pages'
import { type Composition, listCompositions, readComposition } from './composition'
import { BEST_QUALITY, FAST_QUALITY } from './compress'
import { nameReleases } from './name-releases'
import { readPointer, swapPointer } from './pointer'
import { KEPT_COMPOSITIONS, pruneSite } from './prune'
import { publicFilesOf } from './public-files'
import { isSecureAddress } from './security-headers'
import { writeComposition } from './write-composition'

/** What every page is told of the process that serves it. */
export type SiteSettings = Pick<
  SiteConfig,
  'publicUrl' | 'apiBase' | 'sandbox' | 'stripePublishableKey' | 'paypalClientId'
> & { isDevelopment: boolean }
export type Activation = {
  number: number
  releases: Record<string, string>
  outcome: 'activated' | 'already live'
  /** What went wrong after the composition had become live. */
  warning?: string
}

/**
 * Makes the given releases live beside those that stay: every page of the site is rendered first,
 * and nothing on disk changes unless all of them succeed.
 * @param versions package → version, or `latest` for the one published last
 * @throws Refusal saying which package or page is at fault and why.
 */
export function activateReleases(
  folders: SiteFolders,
  versions: Readonly<Record<string, string>>,
  settings: SiteSettings,
  limits: RenderLimits = defaultLimits,
): Promise<Activation> {
  return withLock(folders, async () => {
    const pointer = await readPointer(folders)
    const live = pointer && (await readComposition(folders, pointer.live))
    const releases = await loadReleases(folders, { ...versionsOf(live), ...versions })
    const fingerprint = await fingerprintOf(releases, settings, limits)
    if (live?.fingerprint === fingerprint) {
      return { number: live.number, releases: versionsOf(live), outcome: 'already live' }
    }
    const number = await nextNumber(folders)
    const composition = await compose(folders, { releases, settings, fingerprint, number, live }, limits)
    const history = pointer ? [pointer.live, ...pointer.history] : []
    await swapPointer(folders, { live: number, history: history.slice(0, KEPT_COMPOSITIONS) })
    // The site is live by now; old compositions that cannot be deleted do not change that.
    const warning = await pruneSite(folders).then(() => undefined, messageOf)
    return { number, releases: versionsOf(composition), outcome: 'activated', ...(warning && { warning }) }
  })
}

async function loadReleases(folders: SiteFolders, versions: Record<string, string>): Promise<VerifiedRelease[]> {
  const names = Object.keys(versions).sort()
  const releases = await Promise.all(
    names.map(async (name) => loadRelease(folders, name, await resolveVersion(folders, name, versions[name] ?? ''))),
  )
  const faults = checkCompatibility(releases.map(({ release }) => release))
  if (faults.length > 0) throw new Refusal(`These releases do not fit together:\n  ${faults.join('\n  ')}`)
  return releases
}

type Composing = {
  releases: VerifiedRelease[]
  settings: SiteSettings
  fingerprint: string
  number: number
  live: Composition | undefined
}

async function compose(
  folders: SiteFolders,
  { releases, settings, fingerprint, number, live }: Composing,
  limits: RenderLimits,
): Promise<Composition> {
  const { isDevelopment, ...told } = settings
  const { publicUrl } = told
  const [host, ...remotes] = [...releases].sort((a, b) => rank(a) - rank(b))
  if (!host) throw new Refusal('A site needs exactly one host, not 0')
  const { work, pages } = await planRendering(host, remotes, { composition: number, ...told })
  const documents = await renderSite(work, limits)
  const quality = isDevelopment ? FAST_QUALITY : BEST_QUALITY
  const isSecure = isSecureAddress(publicUrl)
  const createdAt = new Date().toISOString()
  const named = nameReleases(releases, createdAt, live)
  const siteHosts = host.release.contentSecurityPolicy
  const pageSettings = { publicUrl, isSecure, quality, isDevelopment, releases: named, siteHosts }
  const { files, ...site } = await composePages(pages, documents, pageSettings)
  const composition: Composition = {
    format: 1,
    number,
    createdAt,
    fingerprint,
    publicUrl,
    releases: named,
    ...site,
    publicFiles: publicFilesOf(releases),
    data: Object.fromEntries(releases.map(({ release }) => [release.package, release.data])),
    assetRoots: releases.map(({ release }) => assetRoot(release)),
  }
  await writeComposition(folders, composition, files)
  return composition
}

/** The same for the same site: releases, settings, and the program that composes, which may have been changed. */
async function fingerprintOf(releases: VerifiedRelease[], settings: SiteSettings, limits: RenderLimits) {
  const program = await Promise.all([__filename, limits.workerFile].map(async (file) => sha256(await readFile(file))))
  return sha256(JSON.stringify([program, settings, releases.map(({ digest }) => digest)]))
}

function rank({ release }: VerifiedRelease): number {
  return release.kind === 'host' ? 0 : 1
}

function versionsOf(composition: Composition | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(composition?.releases ?? {}).map(([name, it]) => [name, it.version]))
}

/** Numbers are never used twice while a composition that had one is kept. */
async function nextNumber(folders: SiteFolders): Promise<number> {
  const [newest = 0] = await listCompositions(folders)
  return newest + 1
}
