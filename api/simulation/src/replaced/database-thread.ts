import { PGlite, types } from '@electric-sql/pglite'
import { currentActor, doAs } from '../world/actors'
import { holdTime } from '../world/clock'
import { databaseTrouble } from '../world/database-trouble'

/**
 * In the place of the embedded database's thread: the same PostgreSQL, in this thread, where it reads the replaced clock. One
 * session for all servers, so that nothing here waits for a lock; races are proved on a real server.
 */

const asText = (value: string) => value
const ARRAYS = { numeric: 1231, timestamp: 1115, timestamptz: 1185, interval: 1187, date: 1182 }
/** As in the real thread. */
const textTypes = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, ...Object.values(ARRAYS)]

type Request = { sql: string; params: unknown[]; rowMode: 'array' | 'object' }

let opened: Promise<PGlite> | undefined

/** @param snapshot of a database to begin with, which takes a second instead of many */
export function openPostgres(snapshot?: Uint8Array<ArrayBuffer>): Promise<PGlite> {
  opened ??= PGlite.create({
    dataDir: 'memory://',
    parsers: Object.fromEntries(textTypes.map((type) => [type, asText])),
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'fsync=off'],
    ...(snapshot && { loadDataDir: new Blob([snapshot]) }),
  })
  return opened
}

export async function startThread() {
  const postgres = await openPostgres()
  const query = ({ sql, params, rowMode }: Request) =>
    holdTime(async () => {
      const { rows, affectedRows = 0 } = await doAs(undefined, () => postgres.query(sql, params, { rowMode }))
      return { rows, affectedRows }
    })
  return {
    async run(request: Request) {
      const actor = currentActor()
      if (!actor || request.sql === 'rollback') return query(request)
      databaseTrouble.before(actor, request.sql)
      const result = await query(request)
      databaseTrouble.after(actor, request.sql)
      return result
    },
    snapshot: async () => new ArrayBuffer(0),
    isEnded: () => false,
    close: async () => {},
  }
}
