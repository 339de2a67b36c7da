/**
 * What an activation does, and what makes it fail: a release that is missing or was changed, releases that do not fit
 * together (`checkReleases`), a page that does not render or breaks a rule of the site (`composeSite`), or a site that was
 * changed meanwhile (`moveLive`). Then nothing has changed.
 */

import { sha256 } from '@platform/base/durable/digest'
import { removeWhole } from '@platform/base/durable/temporary'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import type { Lease } from '@platform/base/lease/lease'
import {
  type CompositionOutline,
  OtherFormat,
  readOutline,
  versionsOf,
} from '@platform/compose/composition/composition-outline'
import { verifyDocuments } from '@platform/compose/composition/verify-documents'
import { composeSite } from '@platform/compose/pages/compose-site'
import { readProgramDigest } from '@platform/compose/pages/program-digest'
import type { RenderLimits } from '@platform/compose/rendering/render-site'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import { checkReleases } from '@platform/release/contract/check-releases'
import { readOnlyComparisonCache } from '@platform/release/contract/types/comparison-cache'
import { loadRelease, resolveVersion } from '@platform/release/folder-registry/releases'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { Pointer, PointerChange } from '../model/pointer'
import { revokedKeys } from '../model/revoked-releases'
import { requireSigner } from '../signatures/signatures'
import { statementOf } from '../signatures/statement'
import type { SiteCopy } from '../store/site-copy'
import type { LiveState, SiteDocuments, SiteStore } from '../store/site-store'
import { pruneSite } from './prune-site'

export type Activation = {
  number: number
  releases: Record<string, string>
  outcome: 'activated' | 'already live'
  /** What went wrong after the composition had become live. */
  warning?: string
}

/** What a change of the live site starts from. */
export type ActivationContext = {
  store: SiteStore
  lease: Pick<Lease, 'assertHeld'>
  limits: RenderLimits
  from: LiveState
  live: CompositionOutline | undefined
}

export type Wanted = {
  /** Package → version, or `latest`; all packages of the site. */
  versions: Record<string, string>
  settings: SiteSettings
  /** Where a rollback will go from the new composition, the latest first. */
  history: number[]
  /** Keeps anything new from becoming live after it. */
  hold?: Pointer['hold'] | undefined
}

export async function startActivation(
  store: SiteStore,
  lease: ActivationContext['lease'],
  limits: RenderLimits,
): Promise<ActivationContext> {
  const from = await store.live()
  const live = from.pointer && (await readLive(store.copy, from.pointer.live))
  return { store, lease, limits, from, live }
}

/** What an older program composed cannot be compared with; whoever activates names every package then. */
function readLive(copy: SiteCopy, number: number): Promise<CompositionOutline | undefined> {
  return readOutline(copy, number).catch((error: unknown) => {
    if (error instanceof OtherFormat) return undefined
    throw error
  })
}

/** The history when something new becomes live. */
export function historyAfter(before: Pointer | undefined): number[] {
  return before ? [before.live, ...before.history] : []
}

/**
 * Composes the wanted site, every page of it rendered, and makes it live.
 * @param documents what changes at the same moment
 * @throws Refusal saying which package or page is at fault and why; then nothing has changed.
 */
export async function makeLive(
  context: ActivationContext,
  { versions, settings, history, hold }: Wanted,
  documents: Partial<SiteDocuments> = {},
): Promise<Activation> {
  const { store, live } = context
  const composition = await composeWanted(context, { versions, settings })
  if (composition === live) {
    if (Object.keys(documents).length > 0) await store.moveLive(context.from, {}, { documents })
    return { number: live.number, releases: versionsOf(live), outcome: 'already live' }
  }
  const { number } = composition
  const change = { live: number, history, canary: undefined, ...(hold && { hold }) }
  await showComposition(context, number, change, documents)
  // The site is live by now; old compositions that cannot be deleted do not change that.
  const warning = await pruneSite(store).then(() => undefined, messageOf)
  return { number, releases: versionsOf(composition), outcome: 'activated', ...(warning && { warning }) }
}

/**
 * Composes a site that nobody gets yet, every page of it rendered; gives what is live when that is the same.
 * @param kind `preview`: its documents say so to whoever is shown them
 * @throws Refusal saying which package or page is at fault and why; then nothing has changed.
 */
export async function composeWanted(
  context: ActivationContext,
  { versions, settings }: Pick<Wanted, 'versions' | 'settings'>,
  kind: 'site' | 'preview' = 'site',
): Promise<CompositionOutline> {
  const { store, live, limits } = context
  const releases = await loadReleases(store.copy, versions)
  const digests = releases.map(({ digest }) => digest)
  const fingerprint = await fingerprintOf(digests, settings, limits)
  if (live?.fingerprint === fingerprint && kind !== 'preview' && (await isWhole(store.copy, live))) return live
  const { sign } = await requireSigner(store.copy.signatures)
  const number = await store.nextNumber()
  const signJson = (of: number, json: string) => sign(statementOf('composition', String(of), json))
  const distrusted = revokedKeys(await store.copy.readKeys())
  const wanted = { releases, settings, fingerprint, number, live, kind, sign: signJson, distrusted }
  return composeSite(store.copy, wanted, limits)
}

/** The same for the same site: releases, settings, and the program that composes, which may have been changed. */
async function fingerprintOf(releases: readonly string[], settings: SiteSettings, limits: RenderLimits) {
  const program = await readProgramDigest(limits.programFile)
  return sha256(JSON.stringify([program, settings, releases]))
}

/** What is damaged is made again by activating the same once more. */
function isWhole(copy: SiteCopy, composition: CompositionOutline): Promise<boolean> {
  return verifyDocuments(copy, composition).then(
    () => true,
    () => false,
  )
}

/** Lets visitors have a composition that was just made; when that cannot be, nothing of it stays. */
export async function showComposition(
  { store, lease, from }: ActivationContext,
  number: number,
  change: PointerChange,
  documents?: Partial<SiteDocuments>,
): Promise<void> {
  try {
    await lease.assertHeld()
    await store.moveLive(from, change, { newcomer: number, documents })
  } catch (error) {
    await removeWhole(store.copy, store.copy.composition(number))
    throw error
  }
}

async function loadReleases(copy: SiteCopy, versions: Record<string, string>): Promise<VerifiedRelease[]> {
  const names = Object.keys(versions).sort()
  const releases = await Promise.all(
    names.map(async (name) => loadRelease(copy, name, await resolveVersion(copy, name, versions[name] ?? ''))),
  )
  const { calls } = await copy.readApiCalls()
  const manifests = releases.map(({ release }) => release)
  const [problems = []] = await checkReleases([manifests], readOnlyComparisonCache(copy.comparisons), calls)
  if (problems.length > 0) throw new Refusal(`These releases do not fit together:\n  ${problems.join('\n  ')}`)
  return releases
}
