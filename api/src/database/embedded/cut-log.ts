import type { PGlite } from '@electric-sql/pglite'
import { hasDiskSpace } from '../data-folder'

/** So many bytes of its log are read again after a crash, at most about. */
const LOG_BYTES = 32 * 2 ** 20

/**
 * On a server the checkpointer, a process of its own, keeps PostgreSQL's log short (postgresql.org/docs: WAL configuration). Here
 * there is none: it would grow for as long as the database is open, and the start after a crash with it. A checkpoint that finds no room
 * ends the whole database, while a full disk alone ends what writes: so none is made there.
 */
export async function cutLog(
  database: Pick<PGlite, 'query' | 'isInTransaction'>,
  dataDir: string | undefined,
): Promise<void> {
  // What fails in a transaction ends it.
  if (database.isInTransaction()) return
  const { rows } = await database.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  if (rows.some(({ bytes }) => bytes > LOG_BYTES) && (await hasDiskSpace(dataDir))) await database.query('checkpoint')
}
