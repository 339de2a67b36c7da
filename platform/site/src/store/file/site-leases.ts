import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { exists, writeDurably } from '@platform/base/durable/durable'
import { clearLeftovers } from '@platform/base/durable/temporary'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { describeOwner, holdLease, type Lease, type LeaseOwner, SILENT_MS, takeLease } from '@platform/base/lease/lease'
import { createSiteFolders, type SiteLayout } from '../../model/site-layout'

type Reserved = Pick<SiteLayout, 'reserve'>

/** Enough for a lease, a pointer and an audit entry. */
const RESERVE_BYTES = 128 * 1024

export async function keepReserve({ reserve }: Reserved): Promise<void> {
  if (await exists(reserve)) return
  // Random, so that a compressing file system reserves all of it.
  await writeDurably(reserve, randomBytes(RESERVE_BYTES)).catch(() => rm(reserve, { force: true }).catch(() => {}))
}

/** On a full disk `work` may run twice. */
async function withReserve<T>({ reserve }: Reserved, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!hasErrorCode(error, 'ENOSPC', 'EDQUOT')) throw error
    await rm(reserve, { force: true })
    return work()
  }
}

export async function withSiteLease<T>(
  site: SiteLayout,
  action: string,
  work: (lease: Pick<Lease, 'assertHeld'>) => Promise<T>,
): Promise<T> {
  await createSiteFolders(site)
  const take = () => takeLease(site.lease, { action, temporary: site.temporary, refuse })
  // Only that makes room; any other action would spend what a rollback needs.
  const lease = await (action === 'prune' ? withReserve(site, take) : take())
  try {
    await clearLeftovers(site)
    await keepReserve(site)
    return await work(lease)
  } finally {
    await lease.release()
    await keepReserve(site)
  }
}

export const withPointerLease = <T>(site: SiteLayout, work: () => Promise<T>): Promise<T> =>
  withReserve(site, () => withShortLease(site, site.pointerLease, 'change what is live', work))

/** Leaves the reserve alone: what a refused command says must not cost a rollback its room. */
export const withAuditLease = <T>(site: SiteLayout, work: () => Promise<T>): Promise<T> =>
  withShortLease(site, site.auditLease, 'write the audit log', work)

async function withShortLease<T>(site: SiteLayout, file: string, action: string, work: () => Promise<T>): Promise<T> {
  await createSiteFolders(site)
  const options = { action, temporary: site.temporary, patienceMs: 2 * SILENT_MS, refuse }
  return holdLease(file, options, work)
}

function refuse(owner: LeaseOwner | undefined): Refusal {
  const who = owner ? describeOwner(owner) : 'an unknown process'
  return new Refusal(`Another operator is changing the site: ${who}. Try again when that has finished.`)
}
