/**
 * Two names for what is new: one person prepares a change, another approves it, and only then visitors get it. What takes
 * something back (a rollback, a hold, the end of a canary) never waits. Names are what callers say they are.
 */

import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { loadRelease } from '@platform/release/folder-registry/releases'
import type { Actor } from '../model/audit-entry'
import type { Pointer, Prepared } from '../model/pointer'
import { refuseChange } from '../model/refuse-change'
import type { SiteStore } from '../store/site-store'

/** What looked right a week ago is looked at again. */
const GOOD_FOR_MS = 7 * 24 * 60 * 60 * 1_000

export type Preparation = {
  /** Arguments of the operator's command that makes the change. */
  command: readonly string[]
  /** Package → exact version of what it names. */
  versions: Readonly<Record<string, string>>
  by: string
  reason?: string | undefined
}

/** Whether something new needs a second name now. The first composition of a site has no visitors yet. */
export function needsSecondName(pointer: Pointer | undefined): boolean {
  return pointer?.approvals === 2
}

/**
 * Keeps a change until a second person approves it. It takes the place of one that waits already, and is forgotten when
 * something else becomes live.
 * @throws Refusal when nothing new may become live, or a release is missing or was changed
 */
export async function prepareChange(
  store: SiteStore,
  { command, versions, by, reason }: Preparation,
): Promise<Prepared> {
  const from = await store.live()
  refuseChange(from.pointer)
  const releases = await digestsOf(store, Object.entries(versions))
  const change = {
    command: [...command],
    releases,
    by,
    at: (await store.now()).toISOString(),
    ...(reason && { reason }),
  }
  const prepared = { id: sha256(JSON.stringify(change)).slice(0, 8), ...change }
  await store.moveLive(from, { prepared })
  return prepared
}

/**
 * What waits under this id, for whoever is to approve it; it goes on waiting.
 * @throws Refusal for the person who prepared it, or when it is not what was prepared any more
 */
export async function requirePrepared(store: SiteStore, id: string, { name }: Pick<Actor, 'name'>): Promise<Prepared> {
  const { pointer } = await store.live()
  const { prepared } = pointer ?? {}
  if (!prepared)
    throw new Refusal('Nothing waits for a second name. What waited is forgotten when something becomes live.')
  if (prepared.id !== id) {
    throw new Refusal(
      `What waits is ${prepared.id}, not ${id}: ${prepared.command.join(' ')}, prepared by ${prepared.by}`,
    )
  }
  if (isSameName(prepared.by, name)) {
    throw new Refusal(`${prepared.by} prepared it, so somebody else has to approve it: "site approve ${id}"`)
  }
  if (Date.parse(prepared.at) + GOOD_FOR_MS < (await store.now()).getTime()) {
    throw new Refusal(`${id} was prepared more than seven days ago. Prepare it again.`)
  }
  const names = Object.keys(prepared.releases).map((it) => it.split('@') as [string, string])
  const digests = await digestsOf(store, names)
  const changed = Object.keys(digests).find((it) => digests[it] !== prepared.releases[it])
  if (changed) throw new Refusal(`${changed} is not the release that was prepared any more. Prepare it again.`)
  return prepared
}

/** @throws Refusal when it does not wait */
export async function withdrawPrepared(store: SiteStore, id: string): Promise<void> {
  const from = await store.live()
  if (from.pointer?.prepared?.id !== id) throw new Refusal(`${id} does not wait for a second name`)
  await store.moveLive(from, { prepared: undefined })
}

/** How many names something new needs from now on. @throws Refusal before anything is live */
export async function changeApprovals(store: SiteStore, approvals: 1 | 2): Promise<void> {
  const from = await store.live()
  if (!from.pointer) throw new Refusal('Nothing is live yet; say how many names a change needs when something is.')
  await store.moveLive(from, { approvals: approvals === 2 ? 2 : undefined })
}

/** `catalog@1.6.0` → digest, each file of it looked at. */
async function digestsOf(store: SiteStore, versions: readonly (readonly [string, string])[]) {
  const entries = versions.map(async ([name, version]) => {
    const { digest } = await loadRelease(store.copy, name, version)
    return [`${name}@${version}`, digest] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
