import { sha256 } from '@platform/base/durable/digest'
import { messageOf } from '@platform/base/errors/refusal'
import type { AuditedAction } from '../model/audit-entry'
import type { LiveState, SiteStore } from '../store/site-store'
import { tryAppendEntry } from './audit-log'

export type Audited = Pick<AuditedAction, 'action' | 'actor' | 'target' | 'packages' | 'reason'> & {
  /** Called when it was done or refused, but the audit log could not be written. */
  warn?: (message: string) => void
}

type Live = { composition: number; releases: Record<string, string> } | undefined

/**
 * Does something to the site and keeps in its audit log what was live before and after, or why it was refused.
 * @param outcome what else the entry says of the result
 * @throws what the work throws
 */
export async function withAudit<T>(
  store: SiteStore,
  { warn = () => {}, ...audited }: Audited,
  work: () => Promise<T>,
  outcome: (result: T) => Record<string, unknown> = () => ({}),
): Promise<T> {
  const before = await readLive(store)
  const record = async (rest: Partial<AuditedAction>) => {
    const error = await tryAppendEntry(store.audit, { ...audited, before, ...rest })
    if (error) warn(`The audit log could not be written (${audited.action}): ${error}`)
  }
  let result: T
  try {
    result = await work()
  } catch (error) {
    await record({ refusal: messageOf(error) })
    throw error
  }
  const after = await readLive(store)
  const pointer = await store.live().then(digestOfPointer, () => undefined)
  const packages = new Set([...(audited.packages ?? []), ...changedPackages(before, after)])
  await record({ after: { ...after, ...(pointer && { pointer }), ...outcome(result) }, packages: [...packages].sort() })
  return result
}

/** What the entry says of what is live, so that a pointer that nobody moved is found. */
export function digestOfPointer({ pointer }: Pick<LiveState, 'pointer'>): string | undefined {
  return pointer && sha256(JSON.stringify(pointer))
}

/** What is live; nothing when it cannot be read, since what is recorded may be its repair. */
async function readLive(store: SiteStore): Promise<Live> {
  try {
    const { pointer } = await store.live()
    if (!pointer) return undefined
    const { releases } = await store.readComposition(pointer.live)
    const versions = Object.entries(releases).map(([name, { version }]) => [name, version])
    return { composition: pointer.live, releases: Object.fromEntries(versions) }
  } catch {
    return undefined
  }
}

function changedPackages(before: Live, after: Live): string[] {
  const names = new Set([...Object.keys(before?.releases ?? {}), ...Object.keys(after?.releases ?? {})])
  return [...names].filter((name) => before?.releases[name] !== after?.releases[name])
}
