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

/**
 * Reads one value as the bytes that it is: in a row it would travel as hexadecimal digits, twice as many (P10).
 * @returns undefined where there is no such row, or nothing in it
 * @throws Error when it has not come after `limitMs`; that connection is not used again
 */
export async function copyValue(pool: Pool, cell: Cell, limitMs: number): Promise<Buffer | undefined> {
  const client = await pool.connect()
  let isSound = false
  try {
    const stream = client.query(to(`copy (${select(cell)}) to stdout (format binary)`))
    const copied = await buffer(addAbortSignal(AbortSignal.timeout(limitMs), stream))
    isSound = true
    return parseValue(copied)
  } finally {
    client.release(!isSound)
  }
}

/** `copy` takes no parameters. */
function select({ table, column, where }: Cell): string {
  const conditions = Object.entries(where).map(([name, value]) => `${escapeIdentifier(name)} = ${escapeLiteral(value)}`)
  return `select ${escapeIdentifier(column)} from ${escapeIdentifier(table)} where ${conditions.join(' and ')}`
}

/** The first field of the first row. Form: https://www.postgresql.org/docs/17/sql-copy.html, "Binary Format". */
function parseValue(copied: Buffer): Buffer | undefined {
  if (!copied.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('The database sent no binary copy')
  const flags = SIGNATURE.length
  const extension = flags + INT32
  const row = extension + INT32 + copied.readInt32BE(extension)
  if (copied.readInt16BE(row) === NOTHING) return undefined
  const length = copied.readInt32BE(row + INT16)
  if (length === NOTHING) return undefined
  const start = row + INT16 + INT32
  return copied.subarray(start, start + length)
}
