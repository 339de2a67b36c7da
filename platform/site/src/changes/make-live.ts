import { readFile } from 'node:fs/promises'
import { sha256 } from '@platform/base/durable/digest'
import { removeWhole } from '@platform/base/durable/temporary'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import {
  type Composition,
  listCompositions,
  readComposition,
  versionsOf,
} from '@platform/compose/composition/composition'
import { composeSite } from '@platform/compose/pages/compose-site'
import type { RenderLimits } from '@platform/compose/rendering/render-site'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import { checkReleases } from '@platform/release/contract/check-releases'
import { knownVerdicts } from '@platform/release/contract/types/kept-verdicts'
import { loadRelease, resolveVersion } from '@platform/release/folder-registry/releases'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { Pointer, PointerChange } from '../model/pointer'
import { movePointer, readPointer } from '../store/file/pointer-file'
import { readApiCalls } from '../store/file/running-api'
import type { SiteFolders } from '../store/file/site-layout'
import type { Lock } from '../store/file/site-locks'
import { pruneSite } from './prune-site'

export type Activation = {
  number: number
  releases: Record<string, string>
  outcome: 'activated' | 'already live'
  /** What went wrong after the composition had become live. */
  warning?: string
}

/** What an operator's act starts from. */
export type Attempt = {
  folders: SiteFolders
  lock: Lock
  limits: RenderLimits
  before: Pointer | undefined
  live: Composition | undefined
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

export async function startAttempt(folders: SiteFolders, lock: Lock, limits: RenderLimits): Promise<Attempt> {
  const before = await readPointer(folders)
  const live = before && (await readComposition(folders, before.live))
  return { folders, lock, limits, before, live }
}

/** The history when something new becomes live. */
export function historyAfter(before: Pointer | undefined): number[] {
  return before ? [before.live, ...before.history] : []
}

/**
 * Composes the wanted site, every page of it rendered, and makes it live.
 * @param persist what must be on the disk before visitors see the new composition
 * @throws Refusal saying which package or page is at fault and why; then nothing has changed.
 */
export async function makeLive(
  attempt: Attempt,
  { versions, settings, history, hold }: Wanted,
  persist: () => Promise<void> = async () => {},
): Promise<Activation> {
  const { folders, live } = attempt
  const composition = await composeWanted(attempt, { versions, settings })
  if (composition === live) {
    await persist()
    return { number: live.number, releases: versionsOf(live), outcome: 'already live' }
  }
  const { number } = composition
  await showComposition(attempt, number, { live: number, history, canary: undefined, ...(hold && { hold }) }, persist)
  // The site is live by now; old compositions that cannot be deleted do not change that.
  const warning = await pruneSite(folders).then(() => undefined, messageOf)
  return { number, releases: versionsOf(composition), outcome: 'activated', ...(warning && { warning }) }
}

/**
 * Composes a site that nobody gets yet, every page of it rendered; gives what is live when that is the same.
 * @param kind `preview`: its documents say so to whoever is shown them
 * @throws Refusal saying which package or page is at fault and why; then nothing has changed.
 */
export async function composeWanted(
  attempt: Attempt,
  { versions, settings }: Pick<Wanted, 'versions' | 'settings'>,
  kind: 'site' | 'preview' = 'site',
): Promise<Composition> {
  const { folders, live, limits } = attempt
  const releases = await loadReleases(folders, versions)
  const fingerprint = await fingerprintOf(releases, settings, limits)
  if (live?.fingerprint === fingerprint && kind === 'site') return live
  const number = await nextNumber(attempt)
  return composeSite(folders, { releases, settings, fingerprint, number, live, kind }, limits)
}

/** Lets visitors have a composition that was just made; when that cannot be, nothing of it stays. */
export async function showComposition(
  { folders, lock, before }: Attempt,
  number: number,
  change: PointerChange,
  persist: () => Promise<void> = async () => {},
): Promise<void> {
  try {
    await lock.assertHeld()
    await persist()
    await movePointer(folders, before, change)
  } catch (error) {
    await removeWhole(folders, folders.composition(number))
    throw error
  }
}

async function loadReleases(folders: SiteFolders, versions: Record<string, string>): Promise<VerifiedRelease[]> {
  const names = Object.keys(versions).sort()
  const releases = await Promise.all(
    names.map(async (name) => loadRelease(folders, name, await resolveVersion(folders, name, versions[name] ?? ''))),
  )
  const { calls } = await readApiCalls(folders)
  const manifests = releases.map(({ release }) => release)
  const [faults = []] = await checkReleases([manifests], knownVerdicts(folders.verdicts), calls)
  if (faults.length > 0) throw new Refusal(`These releases do not fit together:\n  ${faults.join('\n  ')}`)
  return releases
}

/** The same for the same site: releases, settings, and the program that composes, which may have been changed. */
async function fingerprintOf(releases: VerifiedRelease[], settings: SiteSettings, limits: RenderLimits) {
  const program = await Promise.all([__filename, limits.programFile].map(async (file) => sha256(await readFile(file))))
  return sha256(JSON.stringify([program, settings, releases.map(({ digest }) => digest)]))
}

/** A number that was once live is never used again: tabs and logs still speak of it. */
async function nextNumber({ folders, before }: Attempt): Promise<number> {
  const known = [...(await listCompositions(folders)), ...historyAfter(before), ...Object.keys(before?.lastLive ?? {})]
  const next = Math.max(0, ...known.map(Number)) + 1
  return folders.authority ? folders.authority.nextNumber(next) : next
}
