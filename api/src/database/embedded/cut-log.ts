import type { PGlite } from '@electric-sql/pglite'
import { hasDiskSpace } from '../data-folder'

/** About as much log is read again after a crash. */
const LOG_BYTES = 32 * 2 ** 20

/**
 * Keeps the log short with a checkpoint: here no checkpointer process does (postgresql.org/docs: WAL configuration). None on a
 * full disk, where a checkpoint would end the whole database.
 */
export async function cutLog(
  database: Pick<PGlite, 'query' | 'isInTransaction'>,
  dataDir: string | undefined,
): Promise<void> {
  // A failure would end the transaction.
  if (database.isInTransaction()) return
  const { rows } = await database.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  if (rows.some(({ bytes }) => bytes > LOG_BYTES) && (await hasDiskSpace(dataDir))) await database.query('checkpoint')
}
