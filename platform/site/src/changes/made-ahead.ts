/** What was made before it is to be live, and what it was made by: where all of that is the same, it is what an activation would make. */

import { sha256 } from '@platform/base/durable/digest'
import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import { readProgramDigest } from '@platform/compose/pages/program-digest'
import type { RenderLimits } from '@platform/compose/rendering/render-site'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import { readReleaseDigest } from '@platform/release/folder-registry/releases'
import { type Pointer, unexpired } from '../model/pointer'
import { requireSigner } from '../signatures/signatures'
import type { LiveState, SiteStore } from '../store/site-store'
import { checkSound } from './roll-back'

type Circumstances = { store: SiteStore; live: CompositionOutline | undefined; limits: RenderLimits }
type Wanted = { versions: Readonly<Record<string, string>>; settings: SiteSettings }

/**
 * What was made ahead for exactly this, and is whole. What somebody has changed since, or nobody has signed who is believed, is made
 * again by the activation, as if it had never been made.
 */
export async function findReady(
  context: Circumstances & { from: LiveState },
  { versions, settings }: Wanted,
): Promise<CompositionOutline | undefined> {
  const { store, from, limits } = context
  const numbers = unexpired(from.pointer?.ahead, await store.now())
  if (numbers.length === 0) return undefined
  const names = Object.keys(versions).sort()
  const digests = names.map((name) => readReleaseDigest(store.copy, name, versions[name] ?? ''))
  const fingerprint = await fingerprintOf(await Promise.all(digests), settings, limits)
  const basis = basisOf(fingerprint, await describeConditions(context))
  for (const number of numbers) {
    const composition = await store.readComposition(number).catch(() => undefined)
    if (composition?.madeAhead !== basis) continue
    const isSound = await checkSound(store, composition).then(
      () => true,
      () => false,
    )
    if (!isSound) continue
    // It is new to visitors, as what is made now would be.
    await requireSigner(store.copy.signatures)
    return composition
  }
  return undefined
}

/** All that an activation goes by, in one digest. */
export function basisOf(fingerprint: string, conditions: string): string {
  return sha256(JSON.stringify([fingerprint, conditions]))
}

/** The same for the same site: releases, settings, and the program that composes, which may have been changed. */
export async function fingerprintOf(releases: readonly string[], settings: SiteSettings, limits: RenderLimits) {
  const program = await readProgramDigest(limits.programFile)
  return sha256(JSON.stringify([program, settings, releases]))
}

/** What an activation goes by besides: what is live, keys, the API's calls, and what a person lets its pages break. */
export async function describeConditions({ store: { copy }, live, limits }: Circumstances): Promise<string> {
  const { allowed = [], memoryMb } = limits
  const { calls } = await copy.readApiCalls()
  const rules = [...new Set(allowed)].sort()
  return JSON.stringify([live?.number, await copy.readKeys(), calls, rules, memoryMb, process.version])
}

/** What stays ahead when one of it becomes live. */
export function aheadWithout({ pointer }: LiveState, number: number): NonNullable<Pointer['ahead']> {
  return (pointer?.ahead ?? []).filter(({ composition }) => composition !== number)
}
