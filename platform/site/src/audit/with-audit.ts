import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { sha256 } from '@platform/base/durable/digest'
import { messageOf } from '@platform/base/errors/refusal'
import { userName } from '@platform/base/lease/lease'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import type { Actor, AuditedAction } from '../model/audit-entry'
import type { Pointer } from '../model/pointer'
import { requireSigner } from '../signatures/signatures'
import { type AuditLog, appendEntry, mayBeUnsigned } from './audit-log'

export type Audited = Pick<AuditedAction, 'action' | 'actor' | 'target' | 'packages' | 'reason'> & {
  warn?: (message: string) => void
}

type AuditedSite = {
  audit: AuditLog
  live: () => Promise<{ pointer: Pointer | undefined }>
  readComposition: (number: number) => Promise<Parameters<typeof versionsOf>[0]>
}

type Live = { composition: number; releases: Record<string, string> } | undefined

const intending = new AsyncLocalStorage<(pointer: Pointer) => Promise<void>>()

/** Logs what the audited action is about to make live. */
export async function logIntent(pointer: Pointer): Promise<void> {
  await intending.getStore()?.(pointer)
}

export async function withAudit<T>(
  store: AuditedSite,
  { warn = () => {}, ...audited }: Audited,
  work: () => Promise<T>,
  outcome: (result: T) => Record<string, unknown> = () => ({}),
): Promise<T> {
  const live = await readLive(store)
  const before = live && { composition: live.composition }
  let intent: string | undefined
  const append = async (rest: Partial<AuditedAction>) => {
    await appendEntry(store.audit, { ...audited, before, intent, ...rest }).catch((error: unknown) =>
      warn(`The audit log could not be written (${audited.action}): ${messageOf(error)}`),
    )
  }
  const intend = async (pointer: Pointer) => {
    const after = { composition: pointer.live, pointer: digestOfPointer({ pointer }) }
    // A full disk must not keep an operator from going back.
    intent = await appendEntry(store.audit, { ...audited, before, after, isIntent: true, intent }).catch(() => intent)
  }
  let result: T
  try {
    if (!mayBeUnsigned(audited)) await requireSigner(store.audit.signatures)
    result = await intending.run(intend, work)
  } catch (error) {
    await append({ refusal: messageOf(error) })
    throw error
  }
  const next = await readLive(store)
  const pointer = await store.live().then(digestOfPointer, () => undefined)
  const moved = changedPackages(live, next)
  const after = { ...releasesOf(next, moved), ...(pointer && { pointer }), ...outcome(result) }
  const packages = [...new Set([...(audited.packages ?? []), ...moved])].sort()
  await append({ before: releasesOf(live, moved), after, packages })
  return result
}

/** Lets doctor find a pointer that moved without an entry. */
export function digestOfPointer({ pointer }: { pointer: Pointer | undefined }): string | undefined {
  return pointer && sha256(JSON.stringify(pointer))
}

/** Ignores errors, since the entry may be about a repair. */
async function readLive(store: AuditedSite): Promise<Live> {
  try {
    const { pointer } = await store.live()
    if (!pointer) return undefined
    return { composition: pointer.live, releases: versionsOf(await store.readComposition(pointer.live)) }
  } catch {
    return undefined
  }
}

function changedPackages(before: Live, after: Live): string[] {
  const names = new Set([...Object.keys(before?.releases ?? {}), ...Object.keys(after?.releases ?? {})])
  return [...names].filter((name) => before?.releases[name] !== after?.releases[name])
}

/** The others are in the composition. */
function releasesOf(live: Live, names: readonly string[]): Live {
  const versions = Object.entries(live?.releases ?? {}).filter(([name]) => names.includes(name))
  return live && { ...live, releases: Object.fromEntries(versions) }
}

export function actorOf(environment: NodeJS.ProcessEnv): Actor {
  const { GITHUB_ACTOR, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITLAB_USER_LOGIN, CI_PROJECT_PATH, CI_JOB_ID } = environment
  const host = hostname()
  if (environment.GITHUB_ACTIONS === 'true' && GITHUB_ACTOR) {
    return { kind: 'ci', name: GITHUB_ACTOR, host, run: runOf(GITHUB_REPOSITORY, GITHUB_RUN_ID) }
  }
  if (environment.GITLAB_CI === 'true' && GITLAB_USER_LOGIN) {
    return { kind: 'ci', name: GITLAB_USER_LOGIN, host, run: runOf(CI_PROJECT_PATH, CI_JOB_ID) }
  }
  if (environment.CI && environment.BUILD_ID) {
    return { kind: 'ci', name: userName(), host, run: runOf(environment.JOB_NAME, environment.BUILD_ID) }
  }
  return { kind: 'user', name: userName(), host }
}

export const originActor = (): Actor => ({ kind: 'origin', name: 'origin', host: hostname() })

function runOf(project: string | undefined, run: string | undefined): string {
  return `${project ?? 'unknown project'}, run ${run ?? 'unknown'}`
}
