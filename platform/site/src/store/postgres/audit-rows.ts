import { hasErrorCode } from '@platform/base/errors/refusal'
import type { AuditLog } from '../site-store'
import type { StoreDatabase } from './connect-store'

const TRIES = 200
/** PostgreSQL's code for a key that is taken. */
const UNIQUE_VIOLATION = '23505'

/** The audit log of several machines: one row a line. The number is the compare-and-swap: of two at once one tries again. */
export function auditRows(database: StoreDatabase, local: AuditLog, head: AuditLog['head']): AuditLog {
  const insert = (number: number, line: string) =>
    database.query('insert into site_record (number, line) values ($1, $2) on conflict do nothing returning number', [
      number,
      line,
    ])
  const findLast = async () => {
    const find = 'select number, line from site_record order by number desc limit 1'
    return (await database.query<{ number: number; line: string }>(find))[0]
  }
  async function readLast() {
    const last = await findLast()
    if (last) return last
    const known = await local.read()
    if (known.length === 0) return undefined
    // The first machine brings along what its folder had: all of it or, when another was faster, nothing.
    const insertAll =
      'insert into site_record select number, line from unnest($1::text[]) with ordinality as it (line, number)'
    await database.query(insertAll, [known]).catch((error: unknown) => {
      if (!hasErrorCode(error, UNIQUE_VIOLATION)) throw error
    })
    return findLast()
  }
  return {
    signatures: local.signatures,
    head,
    async read(after = 0) {
      const find = 'select line from site_record where number > $1 order by number'
      return (await database.query<{ line: string }>(find, [after])).map(({ line }) => line)
    },
    async append(next) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const last = await readLast()
        const added = { number: (last?.number ?? 0) + 1, line: next(last?.line) }
        if ((await insert(added.number, added.line)).length > 0) return added
      }
      throw new Error(`The audit log changed ${TRIES} times while one entry was to be added`)
    },
  }
}
