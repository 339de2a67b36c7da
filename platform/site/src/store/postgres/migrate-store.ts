import { hasErrorCode, messageOf } from '@platform/base/errors/refusal'
import type { Pool, PoolClient } from 'pg'
import { type Migration, migrations } from './store-tables'

/** Any number that no other program on the same server uses for an advisory lock. */
const LOCK = 7_202_612
/** Whoever changes the tables at this moment is soon done: it waits no longer than that for anybody else. */
const TURN = '10s'
/**
 * A change of a table that waits behind a long transaction (`pg_dump`) makes everybody else wait behind itself: for no
 * longer than this.
 */
const LOCK_WAIT = '500ms'
/** After how long a change that got no lock is tried again. */
const TRY_AGAIN_MS = 30_000

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'
const LOCK_NOT_AVAILABLE = '55P03'
const INSUFFICIENT_PRIVILEGE = '42501'

export type Schema = {
  /** Looks once whether the tables are those of this program, and changes them where they are not and that can be done. */
  ensure: () => Promise<void>
  /** What to tell of an error of a statement: that of a table which could not be changed yet says so. */
  explain: (error: unknown) => unknown
}

/**
 * The tables of the site, changed once for each database. Who finds them current takes no lock but that of a reader; a change
 * that cannot be made at once, for a lock or a right, is left for later, and the program goes on with what is there.
 */
export function storeSchema(pool: Pool, all: readonly Migration[] = migrations): Schema {
  let looking: Promise<void> | undefined
  let problem: string | undefined
  let triedAt = 0

  async function look(): Promise<void> {
    triedAt = Date.now()
    try {
      if ((await missing(pool, all)).length > 0) await migrate(pool, all)
      problem = undefined
    } catch (error) {
      looking = undefined
      if (!hasErrorCode(error, LOCK_NOT_AVAILABLE, INSUFFICIENT_PRIVILEGE)) throw error
      problem = messageOf(error)
    }
  }

  return {
    async ensure() {
      if (problem !== undefined && Date.now() - triedAt < TRY_AGAIN_MS) return
      looking ??= look()
      await looking
    },
    explain(error) {
      if (problem === undefined || !hasErrorCode(error, UNDEFINED_TABLE, UNDEFINED_COLUMN)) return error
      const cause = hasErrorCode(error, UNDEFINED_COLUMN) ? 'of an earlier version' : 'not made yet'
      const message = `The site's tables are ${cause} and could not be changed (${problem}); this is tried again. ${messageOf(error)}`
      return new Error(message, { cause: error })
    },
  }
}

async function missing(client: Pick<PoolClient, 'query'>, all: readonly Migration[]): Promise<Migration[]> {
  const made = await client.query<{ name: string }>('select name from site_migrations').catch((error: unknown) => {
    if (hasErrorCode(error, UNDEFINED_TABLE)) return { rows: [] }
    throw error
  })
  const names = new Set(made.rows.map(({ name }) => name))
  return all.filter(({ name }) => !names.has(name))
}

/** All or nothing; the advisory lock makes a second process wait for the first. */
async function migrate(pool: Pool, all: readonly Migration[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '${TURN}'`)
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await client.query(`set local lock_timeout = '${LOCK_WAIT}'`)
    await client.query(
      'create table if not exists site_migrations (name text primary key, at timestamptz not null default now())',
    )
    for (const { name, statements } of await missing(client, all)) {
      for (const statement of statements) await client.query(statement)
      await client.query('insert into site_migrations (name) values ($1)', [name])
    }
    // Where the database has roles (`deploy/roles.sql`), an origin's may use what is new.
    const [grant] = (await client.query("select to_regprocedure('grant_origin()') is not null as is_there")).rows
    if (grant?.is_there) await client.query('select grant_origin()')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
