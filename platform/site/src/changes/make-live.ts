import { sha256 } from '@platform/base/durable/digest'
import { removeWhole } from '@platform/base/durable/temporary'
import { messageOf, Refusal, succeeds } from '@platform/base/errors/refusal'
import type { Lease } from '@platform/base/lease/lease'
import { type CompositionOutline, findOutline, versionsOf } from '@platform/compose/composition/composition-outline'
import { verifyDocuments } from '@platform/compose/composition/verify-documents'
import { composeSite } from '@platform/compose/pages/compose-site'
import { readProgramDigest } from '@platform/compose/rendering/program-files'
import type { RenderLimits } from '@platform/compose/rendering/render-site'
import { requireSettings, type SiteSettings } from '@platform/compose/settings/site-settings'
import type { Pointer, PointerChange } from '../model/pointer'
import { revokedKeys } from '../model/revoked-releases'
import { findMisfits, loadVersions } from '../queries/check-activation'
import { requireSigner, statementOf } from '../signatures/signatures'
import type { LiveState } from '../site/move-live'
import type { Site } from '../site/site'
import type { SiteDocuments } from '../store/documents'
import { pruneSite } from './prune-site'

export type Activation = {
  number: number
  releases: Record<string, string>
  outcome: 'activated' | 'already live'
  warning?: string
  brokenBlocks?: string[] | undefined
}

type ActivationContext = {
  store: Site
  lease: Pick<Lease, 'assertHeld'>
  limits: RenderLimits
  from: LiveState
  live: CompositionOutline | undefined
}

/** Version or `latest` by package. */
type Versions = Readonly<Record<string, string>>

export function listNames(versions: Versions): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name}@${version}`)
    .join(' ')
}

/** Prepares what is to be shown, one operator at a time. */
export function activating<T>(
  store: Site,
  action: string,
  limits: RenderLimits,
  work: (context: ActivationContext) => Promise<T>,
): Promise<T> {
  return store.exclusive(action, async (lease) => {
    const from = await store.live()
    const live = from.pointer && (await findOutline(store.copy, from.pointer.live))
    return work({ store, lease, limits, from, live })
  })
}

export function historyAfter(before: Pointer | undefined): number[] {
  return before ? [before.live, ...before.history] : []
}

/** @param settings change in the same move */
export async function makeLive(
  context: ActivationContext,
  versions: Versions,
  settings?: SiteSettings,
): Promise<Activation> {
  const { store, live } = context
  const documents = settings && { settings }
  const composition = await composeWanted(context, versions, { settings })
  if (composition === live) {
    if (documents) await store.moveLive(context.from, {}, { documents })
    return { number: live.number, releases: versionsOf(live), outcome: 'already live' }
  }
  const { number } = composition
  const change = { live: number, history: historyAfter(context.from.pointer), canary: undefined }
  await showComposition(context, number, change, documents)
  // The site is live by now, so a failed clean-up is only a warning.
  const warning = await pruneSite(store).then(() => undefined, messageOf)
  const { brokenBlocks } = composition
  const releases = versionsOf(composition)
  return { number, releases, outcome: 'activated', ...(brokenBlocks && { brokenBlocks }), ...(warning && { warning }) }
}

type Wanted = { settings?: SiteSettings | undefined; kind?: 'site' | 'preview' }

/** Returns the live composition if it is equal. */
export async function composeWanted(
  { store, live, limits }: ActivationContext,
  versions: Versions,
  { settings: changed, kind = 'site' }: Wanted = {},
): Promise<CompositionOutline> {
  const settings = changed ?? requireSettings(await store.copy.readSettings())
  const releases = await loadVersions(store.copy, versions, live)
  const problems = await findMisfits(store.copy, releases)
  if (problems.length > 0) throw new Refusal(`These releases do not fit together:\n  ${problems.join('\n  ')}`)
  const program = await readProgramDigest(limits.programFile)
  const fingerprint = sha256(JSON.stringify([program, settings, releases.map(({ digest }) => digest)]))
  const isSame = live?.fingerprint === fingerprint && kind !== 'preview'
  if (isSame) {
    await loadVersions(store.copy, versions)
    // Activating again repairs a damaged composition.
    if (await succeeds(verifyDocuments(store.copy, live))) return live
  }
  const { sign } = await requireSigner(store.copy.signatures)
  const number = await store.nextNumber()
  const signJson = (of: number, json: string) => sign(statementOf('composition', String(of), json))
  const distrusted = revokedKeys(await store.copy.readKeys())
  const wanted = { releases, settings, fingerprint, number, live, kind, sign: signJson, distrusted }
  return composeSite(store.copy, wanted, limits)
}

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
