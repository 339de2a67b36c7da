import type { PGlite } from '@electric-sql/pglite'
import { hasDiskSpace } from '../data-folder'

/** A restart after a crash replays about this much. */
const LOG_BYTES = 32 * 2 ** 20

/** PGlite has no checkpointer process. A checkpoint on a full disk would panic. */
export async function cutLog(
  database: Pick<PGlite, 'query' | 'isInTransaction'>,
  dataDir: string | undefined,
): Promise<void> {
  // A failure would abort the transaction.
  if (database.isInTransaction()) return
  const { rows } = await database.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  if (rows.some(({ bytes }) => bytes > LOG_BYTES) && (await hasDiskSpace(dataDir))) await database.query('checkpoint')
}
