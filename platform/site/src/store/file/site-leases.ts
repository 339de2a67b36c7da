import { clearLeftovers } from '@platform/base/durable/temporary'
import { Refusal } from '@platform/base/errors/refusal'
import { holdLease, type Lease, SILENT_MS } from '@platform/base/lease/lease'
import { describeOwner, type LeaseOwner, ownerOf } from '@platform/base/lease/lease-owner'
import { createSiteFolders, type SiteLayout } from '../../model/site-layout'
import { keepReserve, withReserve } from './disk-reserve'

/**
 * Lets one operator at a time change what is in this folder, across processes and machines.
 * @param action what is being done, for whoever is refused meanwhile: `activate catalog@1.6.0`
 * @throws Refusal that says who holds the lease.
 */
export async function withSiteLease<T>(
  site: SiteLayout,
  action: string,
  work: (lease: Pick<Lease, 'assertHeld'>) => Promise<T>,
): Promise<T> {
  await createSiteFolders(site)
  return holdLease(site.lease, { action, temporary: site.temporary, refuse }, async (lease) => {
    await clearLeftovers(site)
    await keepReserve(site)
    return work(lease)
  })
}

/**
 * For the moment in which the pointer changes; waits for its turn, since nobody needs it for longer. On a full disk too: what
 * is done under it may begin anew.
 */
export async function withPointerLease<T>(site: SiteLayout, work: () => Promise<T>): Promise<T> {
  await createSiteFolders(site)
  return withReserve(site, () => holdLease(site.pointerLease, momentary(site, 'change what is live'), work))
}

/** For the moment in which an entry is added to the audit log; it waits its turn, also while a change is under way. */
export async function withAuditLease<T>(site: SiteLayout, work: () => Promise<T>): Promise<T> {
  await createSiteFolders(site)
  return withReserve(site, () => holdLease(site.auditLease, momentary(site, 'write the audit log'), work))
}

function momentary({ temporary }: SiteLayout, action: string) {
  return { action, temporary, patienceMs: 2 * SILENT_MS, refuse }
}

function refuse(owner: LeaseOwner | undefined): Refusal {
  const who = owner ? describeOwner(owner) : 'an unknown process'
  return new Refusal(`Another operator is changing the site: ${who}. Try again when that has finished.`)
}

/** This process, as other operators read of it. */
export function nameOperator(action: string): string {
  return describeOwner(ownerOf(action))
}
