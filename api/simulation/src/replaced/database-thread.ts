import { PGlite, types } from '@electric-sql/pglite'
import { type Actor, asActor, currentActor } from '../world/actors'

type StatementRequest = { sql: string; params?: unknown[]; rowMode?: 'array' | 'object' }
type Strike = (actor: Actor, sql: string) => void

/**
 * Runs PostgreSQL in this thread, on the virtual clock.
 * All servers share one session, so no lock ever waits; tests on a real server cover races.
 */

const asText = (value: string) => value
const ARRAYS = { numeric: 1231, timestamp: 1115, timestamptz: 1185, interval: 1187, date: 1182 }
const textTypes = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, ...Object.values(ARRAYS)]
const settings = [
  'fsync=off',
  // A fixed plan per statement gives the same row order in every process.
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  // A timer would write these statistics.
  'track_counts=off',
  'track_activities=off',
]

export const databaseTrouble: { isAway: boolean; before: Strike; after: Strike } = {
  isAway: false,
  before: () => {},
  after: () => {},
}

let opened: Promise<PGlite> | undefined

export function openPostgres(): Promise<PGlite> {
  opened ??= PGlite.create({
    dataDir: 'memory://',
    parsers: Object.fromEntries(textTypes.map((type) => [type, asText])),
    startParams: [
      ...PGlite.defaultStartParams,
      ...['shared_buffers=16MB', ...settings].flatMap((setting) => ['-c', setting]),
    ],
  })
  return opened
}

let transaction: { ended: Promise<void>; end: () => void } | undefined

/** Waits for open transactions, whose changes another session would not see. */
export async function untilNoTransaction(): Promise<void> {
  while (transaction) await transaction.ended
}

/** After each statement of the session that all servers share. */
function recordStatement(sql: string): void {
  if (sql !== 'begin' && sql !== 'commit' && sql !== 'rollback') return
  transaction?.end()
  if (sql !== 'begin') {
    transaction = undefined
    return
  }
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  transaction = { ended, end }
}

export async function startThread() {
  const postgres = await openPostgres()
  const query = async ({ sql, params, rowMode = 'object' }: StatementRequest) => {
    const result = await asActor(undefined, () => postgres.query(sql, params, { rowMode }))
    recordStatement(sql)
    return result
  }
  return {
    async run(request: StatementRequest) {
      const actor = currentActor()
      if (!actor || request.sql === 'rollback') return query(request)
      databaseTrouble.before(actor, request.sql)
      const result = await query(request)
      databaseTrouble.after(actor, request.sql)
      return result
    },
    isEnded: () => false,
    close: async () => {},
  }
}
