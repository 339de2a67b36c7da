import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { leaseDataFolder } from '../database/embedded/data-lease'
import { startThread } from '../database/embedded/database-thread'
import { AdminRefusal } from '../errors/api-error'
import type { PaymentServices } from '../payments/shared/payment-services'
import type { AdminServices } from './operations'

const OPEN_MS = 120_000
const compress = promisify(gzip)

export function withBackup(services: PaymentServices): AdminServices {
  const { snapshot } = services.database
  return { ...services, ...(snapshot && { backUp: (file: string) => backUp(snapshot, file) }) }
}

/** Runs between two transactions, so the file is consistent. */
async function backUp(snapshot: () => Promise<ArrayBuffer>, file: string): Promise<string> {
  if (existsSync(file)) throw new AdminRefusal(`${file} exists already.`)
  const draft = `${file}.${randomUUID()}`
  try {
    const content = await compress(Buffer.from(await snapshot()))
    // Private: it has buyers' names.
    await writeFile(draft, content, { mode: 0o600, flush: true })
    linkSync(draft, file)
    return `The database is kept in ${file} (${Math.ceil(content.length / 1024)} KB).`
  } finally {
    rmSync(draft, { force: true })
  }
}

export type Restore = { dataDir: string; file: string; workerFile?: string }

/**
 * Keeps the old database beside it.
 * @throws Error when a server uses the folder or the file is no backup; nothing has changed
 */
export async function restoreBackup({ dataDir, file, workerFile }: Restore): Promise<string> {
  const content = readFileSync(file)
  const lease = await leaseDataFolder(dataDir)
  const now = path.join(dataDir, 'postgres')
  const next = `${now}-restoring`
  const before = `${now}-before-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`
  try {
    rmSync(next, { recursive: true, force: true })
    const snapshot = new Uint8Array(content).buffer
    const thread = await startThread({
      workerFile: workerFile ?? path.join(__dirname, 'database-worker.cjs'),
      setup: { dataDir: next, snapshot },
      openTimeoutMs: OPEN_MS,
      queryTimeoutMs: OPEN_MS,
    })
    const { rows } = await thread.run({
      sql: 'select count(*)::int as orders from orders',
      params: [],
      rowMode: 'object',
    })
    await thread.close()
    if (existsSync(now)) renameSync(now, before)
    renameSync(next, now)
    const [{ orders = 0 } = {}] = rows as { orders?: number }[]
    const kept = existsSync(before) ? ` What was there before is in ${before}.` : ''
    return `The database with ${orders} orders is in place of the one before.${kept}`
  } finally {
    rmSync(next, { recursive: true, force: true })
    await lease.release()
  }
}
