import { messages, PGlite, parse, protocol, types } from '@electric-sql/pglite'
import { asActor, currentActor } from '../world/actors'
import { databaseTrouble, recordStatement } from '../world/database'

type StatementRequest = { sql: string; params?: unknown[]; rowMode?: 'array' | 'object' }
type Column = { name: string; parse: (text: string) => unknown }
type Statement = { name: string; types: readonly number[]; columns: readonly Column[] }

const { serialize } = protocol
const executeAndSync = Buffer.concat([serialize.execute(), serialize.sync()])

/**
 * Runs prepared statements, planned once for all histories.
 * One exchange is one call; PGlite's `query` makes six and waits between them.
 */
function prepareStatements(postgres: PGlite) {
  const known = new Map<string, Statement>()

  function prepare(sql: string): Statement {
    const name = `s${known.size}`
    const asked = [serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name }), serialize.sync()]
    const said = readMessages(postgres.execProtocolRawSync(Buffer.concat(asked)))
    const columns = said.flatMap((message) => (isDescription(message) ? message.fields : [])).map(columnOf)
    const statement = { name, types: parse.parseDescribeStatementResults(said), columns }
    known.set(sql, statement)
    return statement
  }

  function columnOf({ name, dataTypeID }: messages.Field): Column {
    const read = postgres.parsers[dataTypeID]
    return { name, parse: read ? (text) => read(text, dataTypeID) : (text) => text }
  }

  return ({ sql, params = [], rowMode = 'object' }: StatementRequest) => {
    const { name, types, columns } = known.get(sql) ?? prepare(sql)
    const values = params.map((value, index) => toText(postgres, value, types[index]))
    const bound = Buffer.concat([serialize.bind({ statement: name, values }), executeAndSync])
    const said = readMessages(postgres.execProtocolRawSync(bound))
    const rows = said.flatMap((message) => (message instanceof messages.DataRowMessage ? [message.fields] : []))
    const tag = said.find((message) => message instanceof messages.CommandCompleteMessage)?.text ?? ''
    const read = rows.map((row) => row.map((text, index) => (text === null ? null : columns[index]?.parse(text))))
    return {
      rows: rowMode === 'array' ? read : read.map((row) => nameValues(columns, row)),
      affectedRows: changedBy(tag),
    }
  }
}

function readMessages(answer: Uint8Array): messages.BackendMessage[] {
  const said: messages.BackendMessage[] = []
  new protocol.Parser().parse(answer, (message) => said.push(message))
  const failed = said.find((message) => message instanceof messages.DatabaseError)
  if (failed) throw failed
  return said
}

function isDescription(message: messages.BackendMessage): message is messages.RowDescriptionMessage {
  return message.name === 'rowDescription'
}

function nameValues(columns: readonly Column[], row: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name }, index) => [name, row[index]]))
}

function changedBy(tag: string): number {
  return /^(?:INSERT|UPDATE|DELETE|MERGE) /.test(tag) ? Number(tag.slice(tag.lastIndexOf(' ') + 1)) : 0
}

function toText({ serializers }: PGlite, value: unknown, type = 0): string | null {
  if (value === null || value === undefined) return null
  return String(serializers[type]?.(value) ?? value)
}

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
    recordStatement(request.sql)
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
