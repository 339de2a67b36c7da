import { hasErrorCode } from '@platform/base/errors/refusal'
import { digestOfLine, isSealed, parseEntry } from '../../model/audit-entry'
import type { AuditLine, AuditLog } from '../site-store'
import type { StoreDatabase } from './connect-store'

const TRIES = 200
const UNIQUE_VIOLATION = '23505'

/** The row number is the compare-and-swap: the loser of two retries. */
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
    // The first machine inserts its folder's entries: all or, after another machine, none.
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

export async function watchAuditRows(database: StoreDatabase, head: AuditLog['head']): Promise<string | undefined> {
  const seen = await head.read()
  const find = 'select number, line from site_record where number >= $1 order by number'
  const [known, ...later] = await database.query<AuditLine>(find, [seen?.number ?? 1])
  if (seen && known?.number !== seen.number) return `The audit log was cut: this origin has seen line ${seen.number}`
  if (!known) return undefined
  if (seen && digestOfLine(known.line) !== seen.digest) {
    return `Line ${seen.number} of the audit log is another than this origin has seen`
  }
  const gap = [known, ...later].find(({ line }, index, all) => {
    const before = all[index - 1]
    return before !== undefined && parseEntry(line)?.previous !== digestOfLine(before.line)
  })
  if (gap) return `Line ${gap.number} of the audit log does not follow the one before it`
  const last = later.at(-1) ?? known
  if (!isSealed(last.line)) return `Line ${last.number} of the audit log was altered`
  if (!seen || last.number > seen.number) await head.write({ number: last.number, digest: digestOfLine(last.line) })
  return undefined
}
