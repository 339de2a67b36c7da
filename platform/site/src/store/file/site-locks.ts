import { clearLeftovers } from '@platform/base/durable/temporary'
import { Refusal } from '@platform/base/errors/refusal'
import { holdLease, type Lease, SILENT_MS } from '@platform/base/lease/lease'
import { describeOwner, type LeaseOwner, ownerOf } from '@platform/base/lease/lease-owner'
import { createSiteFolders, type SiteFolders } from './site-layout'

export type Lock = Pick<Lease, 'assertHeld'>

/**
 * Lets one operator at a time change what the site has, across processes and machines.
 * @param act what is being done, for whoever is refused meanwhile: `activate catalog@1.6.0`
 * @throws Refusal that says who holds the lock.
 */
export function withLock<T>(folders: SiteFolders, act: string, work: (lock: Lock) => Promise<T>): Promise<T> {
  const withFolders = () => withFolderLock(folders, act, work)
  return folders.authority ? folders.authority.withLock(act, withFolders) : withFolders()
}

async function withFolderLock<T>(folders: SiteFolders, action: string, work: (lock: Lock) => Promise<T>): Promise<T> {
  await createSiteFolders(folders)
  return holdLease(folders.lock, { action, temporary: folders.temporary, refuse }, async (lock) => {
    await clearLeftovers(folders)
    return work(lock)
  })
}

/** For the moment in which the pointer changes; waits for its turn, since nobody needs it for longer. */
export async function withPointerLock<T>(folders: SiteFolders, work: () => Promise<T>): Promise<T> {
  await createSiteFolders(folders)
  return holdLease(folders.pointerLock, momentary(folders, 'change what is live'), work)
}

/** For the moment in which an entry is added to the record; it waits its turn, also beside an act under way. */
export async function withRecordLock<T>(folders: SiteFolders, work: () => Promise<T>): Promise<T> {
  await createSiteFolders(folders)
  return holdLease(folders.recordLock, momentary(folders, 'write the record'), work)
}

function momentary({ temporary }: SiteFolders, action: string) {
  return { action, temporary, patienceMs: 2 * SILENT_MS, refuse }
}

function refuse(owner: LeaseOwner | undefined): Refusal {
  const who = owner ? describeOwner(owner) : 'an unknown process'
  return new Refusal(`Another operator is changing the site: ${who}. Try again when that has finished.`)
}

/** This process, as other operators are told of it. */
export function nameOperator(action: string): string {
  return describeOwner(ownerOf(action))
}
