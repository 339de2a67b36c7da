import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { escapeLiteral, Pool, type PoolConfig, type QueryResultRow } from 'pg'
import { to } from 'pg-copy-streams'
import { storeSchema } from './migrate-store'

const CONNECT_MS = 3_000
const QUERY_MS = 20_000
const LIMIT_MS = QUERY_MS + 1_000
const CLOSE_MS = 3_000

export type StoreDatabase = ReturnType<typeof connectStore>

/** Connects and creates missing tables on first use. */
export function connectStore(url: string, onLost: (error: Error) => void = () => {}) {
  const settings: PoolConfig = {
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: QUERY_MS,
    application_name: 'site-store',
  }
  const pool = new Pool({ ...settings, query_timeout: LIMIT_MS })
  // `pg` does not see the end of a copy, so its time limit would always fire; ours replaces it.
  const copies = new Pool(settings)
  for (const it of [pool, copies]) {
    // An unhandled connection error would end the process.
    it.on('error', onLost)
    it.on('connect', (client) => client.on('error', onLost))
  }
  const schema = storeSchema(pool)
  const explained = async <T>(ask: () => Promise<T>): Promise<T> => {
    await schema.ensure()
    try {
      return await ask()
    } catch (error) {
      throw schema.explain(error)
    }
  }
  return {
    query: <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
      explained(async () => (await pool.query<Row>(text, [...values])).rows),
    blobs: (digests: readonly string[]) => explained(() => copyBlobs(copies, digests, LIMIT_MS)),
    async close(): Promise<void> {
      await Promise.race([Promise.all([pool.end(), copies.end()]), wait(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const INT16 = 2
const INT32 = 4
const NOTHING = -1

/** Reads blobs in binary form; rows would travel as hexadecimal, twice as long (P10). */
export async function copyBlobs(pool: Pool, digests: readonly string[], limitMs: number): Promise<[string, Buffer][]> {
  if (digests.length === 0) return []
  const client = await pool.connect()
  let isSound = false
  try {
    // `copy` takes no parameters.
    const query = `select digest, content from site_blobs where digest in (${digests.map(escapeLiteral).join()})`
    const stream = client.query(to(`copy (${query}) to stdout (format binary)`))
    const timer = setTimeout(() => stream.destroy(new Error('The database fell silent')), limitMs)
    const copied = await buffer(stream).finally(() => clearTimeout(timer))
    isSound = true
    return parseRows(copied).flatMap(([digest, content]) => (digest && content ? [[digest.toString(), content]] : []))
  } finally {
    client.release(!isSound)
  }
}

/** https://www.postgresql.org/docs/17/sql-copy.html, "Binary Format" */
function parseRows(copied: Buffer): (Buffer | undefined)[][] {
  if (!copied.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('The database sent no binary copy')
  const extension = SIGNATURE.length + INT32
  let at = extension + INT32 + copied.readInt32BE(extension)
  const rows: (Buffer | undefined)[][] = []
  for (let fields = copied.readInt16BE(at); fields !== NOTHING; fields = copied.readInt16BE(at)) {
    at += INT16
    const row = Array.from({ length: fields }, () => {
      const length = copied.readInt32BE(at)
      const start = at + INT32
      at = start + Math.max(0, length)
      return length === NOTHING ? undefined : copied.subarray(start, at)
    })
    rows.push(row)
  }
  return rows
}
