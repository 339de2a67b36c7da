import { PGlite, types } from '@electric-sql/pglite'
import { asActor, currentActor } from '../world/actors'
import { databaseTrouble } from '../world/database-trouble'
import { noteStatement } from '../world/open-transaction'
import { prepareStatements, type StatementRequest } from './prepared-statements'

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

type Postgres = { pglite: PGlite; run: ReturnType<typeof prepareStatements> }

let opened: Promise<Postgres> | undefined

/** @param snapshot database to start from: one second instead of many */
export function openPostgres(snapshot?: Uint8Array<ArrayBuffer>): Promise<Postgres> {
  opened ??= open(snapshot)
  return opened
}

async function open(snapshot?: Uint8Array<ArrayBuffer>): Promise<Postgres> {
  const pglite = await PGlite.create({
    dataDir: 'memory://',
    parsers: Object.fromEntries(textTypes.map((type) => [type, asText])),
    startParams: [
      ...PGlite.defaultStartParams,
      ...['shared_buffers=16MB', ...settings].flatMap((setting) => ['-c', setting]),
    ],
    ...(snapshot && { loadDataDir: new Blob([snapshot]) }),
  })
  return { pglite, run: prepareStatements(pglite) }
}

export async function startThread() {
  const postgres = await openPostgres()
  const query = (request: StatementRequest) => {
    const result = asActor(undefined, () => postgres.run(request))
    noteStatement(request.sql)
    return result
  }
  return {
    async run(request: StatementRequest) {
      const actor = currentActor()
      if (!actor || request.sql === 'rollback') return query(request)
      databaseTrouble.before(actor, request.sql)
      const result = query(request)
      databaseTrouble.after(actor, request.sql)
      return result
    },
    snapshot: async () => new ArrayBuffer(0),
    isEnded: () => false,
    close: async () => {},
  }
}
