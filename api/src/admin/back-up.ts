import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { formatNumber } from '@site/papers/paper'
import type { Database, Queries } from '../database/database'
import { leaseDataFolder } from '../database/embedded/data-lease'
import { connectEmbedded } from '../database/embedded/embedded-client'
import { migrate } from '../database/migrate'
import {
  describeLoss,
  giveNumbers,
  kinds,
  lastPapersFile,
  type NextNumbers,
  readKeptNumbers,
} from '../database/paper-numbers'
import { orders } from '../database/schema'
import { AdminRefusal } from '../errors/api-error'
import { applyErasures } from '../personal-data/erasures'

const OPEN_MS = 120_000
const compress = promisify(gzip)

/** Runs between two transactions, so the file is consistent. */
export async function backUp({ snapshot }: Database, file: string): Promise<string> {
  if (!snapshot)
    throw new AdminRefusal('A PostgreSQL server is backed up by pg_dump: see docs/how-to/backup-and-restore.md.')
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

export type Restore = { dataDir: string; file: string; workerFile?: string } & NextNumbers

/**
 * Keeps the old database beside it.
 * @throws Error when a server uses the folder, the file is no backup or the next numbers of papers are not known;
 *   nothing has changed
 */
export async function restoreBackup({ dataDir, file, workerFile, ...next }: Restore): Promise<string> {
  const snapshot = new Uint8Array(readFileSync(file)).buffer
  const lease = await leaseDataFolder(dataDir)
  const now = path.join(dataDir, 'postgres')
  const draft = path.join(dataDir, 'restoring')
  const before = `${now}-before-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`
  try {
    rmSync(draft, { recursive: true, force: true })
    const restored = await connectEmbedded({
      ...{ dataDir: draft, snapshot, queryTimeoutMs: OPEN_MS },
      ...(workerFile && { workerFile }),
    })
    const { orders, last } = await restored
      .withoutHaste((queries) => prepareRestored(queries, dataDir, file, next))
      .finally(() => restored.close())
    if (existsSync(now)) renameSync(now, before)
    renameSync(path.join(draft, 'postgres'), now)
    const kept = existsSync(before) ? ` What was there before is in ${before}.` : ''
    const papers = `The next papers are ${formatNumber('receipt', last.receipt + 1)} and ${formatNumber('credit_note', last.credit_note + 1)}.`
    return `The database with ${orders} orders is in place of the one before.${kept} ${papers} The shop takes in what was paid since, by itself.`
  } finally {
    rmSync(draft, { recursive: true, force: true })
    await lease.release()
  }
}

async function prepareRestored(queries: Queries, dataDir: string, file: string, next: NextNumbers) {
  await migrate(queries)
  const kept = readKeptNumbers(lastPapersFile(dataDir))
  const last = await giveNumbers(queries, next)
  const isTold = kept
    ? kinds.every((kind) => last[kind] >= kept[kind])
    : next.receipt !== undefined && next.creditNote !== undefined
  if (!isTold) throw new AdminRefusal(describeLoss(last, kept, `restore ${file}`))
  await applyErasures(queries, dataDir)
  return { orders: await queries.$count(orders), last }
}
