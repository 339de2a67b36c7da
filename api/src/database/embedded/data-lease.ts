import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { clearLeftovers } from '@platform/base/durable/temporary'
import { type Lease, type LeaseOwner, takeLease } from '@platform/base/lease/lease'
import { makePrivate } from '../data-folder'

/** A killed process takes a moment to exit. */
const PATIENCE_MS = 1_000

/** Prevents a second writer. A silent owner keeps the lease, because a sleeping machine wakes up and continues. */
export async function leaseDataFolder(folder: string): Promise<Lease> {
  makePrivate(folder)
  const file = path.join(folder, 'lock')
  const temporary = path.join(folder, 'temporary')
  await mkdir(temporary, { recursive: true })
  const lease = await takeLease(file, {
    action: 'the embedded database',
    temporary,
    patienceMs: PATIENCE_MS,
    silentMs: Number.POSITIVE_INFINITY,
    refuse: (owner) => busy(file, owner),
  })
  await clearLeftovers({ temporary })
  return lease
}

function busy(file: string, owner: LeaseOwner | undefined): Error {
  const who = owner ? `process ${owner.pid} on ${owner.host}` : 'another process'
  return new Error(
    `The database in ${path.dirname(file)} is in use by ${who}. Stop it, or set DATA_DIR to another folder ` +
      `or DATABASE_URL to a PostgreSQL server; if it no longer runs, remove ${file}.`,
  )
}
