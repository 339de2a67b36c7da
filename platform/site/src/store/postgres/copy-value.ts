import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { escapeIdentifier, escapeLiteral, type Pool } from 'pg'
import { to } from 'pg-copy-streams'

/** One value of the type `bytea`, in the row that has these. */
export type Cell = { table: string; column: string; where: Readonly<Record<string, string>> }

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const INT16 = 2
const INT32 = 4
/** In the place of a row's number of fields: no more rows; in that of a field's length: null. */
const NOTHING = -1

/** @returns undefined where there is no such row, or nothing in it */
export async function copyValue(pool: Pool, cell: Cell, limitMs: number): Promise<Buffer | undefined> {
  const [row] = await copyRows(pool, select(cell), limitMs)
  return row?.[0]
}

/** Reads blobs that are there. */
export async function copyBlobs(pool: Pool, digests: readonly string[], limitMs: number): Promise<[string, Buffer][]> {
  const wanted = digests.map(escapeLiteral).join()
  const rows = await copyRows(pool, `select digest, content from site_blobs where digest in (${wanted})`, limitMs)
  return rows.flatMap(([digest, content]) => (digest && content ? [[digest.toString(), content]] : []))
}

/**
 * Reads values as the bytes that they are: in a row they would travel as hexadecimal digits, twice as many (P10).
 * @throws Error when they have not come after `limitMs`; that connection is not used again
 */
async function copyRows(pool: Pool, query: string, limitMs: number): Promise<(Buffer | undefined)[][]> {
  const client = await pool.connect()
  let isSound = false
  try {
    const stream = client.query(to(`copy (${query}) to stdout (format binary)`))
    const copied = await buffer(addAbortSignal(AbortSignal.timeout(limitMs), stream))
    isSound = true
    return parseRows(copied)
  } finally {
    client.release(!isSound)
  }
}

/** `copy` takes no parameters. */
function select({ table, column, where }: Cell): string {
  const conditions = Object.entries(where).map(([name, value]) => `${escapeIdentifier(name)} = ${escapeLiteral(value)}`)
  return `select ${escapeIdentifier(column)} from ${escapeIdentifier(table)} where ${conditions.join(' and ')}`
}

/** The fields of each row. Form: https://www.postgresql.org/docs/17/sql-copy.html, "Binary Format". */
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
