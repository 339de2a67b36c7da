import { hasErrorCode, messageOf } from '@platform/base/errors/refusal'
import type { Pool, PoolClient } from 'pg'

const LOCK = 7_202_612
/** Longer than another process takes to migrate. */
const TURN = '10s'
/** A lock request behind a long transaction (`pg_dump`) blocks all later ones. */
const LOCK_WAIT = '500ms'
const TRY_AGAIN_MS = 30_000

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'
const LOCK_NOT_AVAILABLE = '55P03'
const INSUFFICIENT_PRIVILEGE = '42501'

/** Append only. */
export type Migration = { name: string; statements: readonly string[] }

const tables: readonly string[] = [
  // Programs before `number/last` took a composition's number from it.
  'create sequence if not exists site_composition_numbers as integer',
  'create table if not exists site_blobs (digest text primary key, content bytea not null)',
  // One row: what is live, and the composition that every machine must hold first.
  `create table if not exists site_live (id boolean primary key default true check (id), revision integer not null,
     pointer json, prepared integer, signed text, signed_revision integer, signature text)`,
  'insert into site_live (revision) values (0) on conflict do nothing',
  `create table if not exists site_documents (name text primary key, content text not null,
     revision integer not null default 1, signature text, archive text)`,
  `create table if not exists site_served (composition integer not null, minute integer not null,
     documents integer not null, primary key (composition, minute))`,
  `create table if not exists site_failures (composition integer not null, ten_minutes integer not null,
     address text not null, at timestamptz not null, package text not null, release text not null, kind text not null,
     location text not null, primary key (composition, ten_minutes, address))`,
  `create table if not exists site_vitals (composition integer not null, minute integer not null, name text not null,
     package text not null, upper_bound double precision not null, count integer not null,
     primary key (composition, minute, name, package, upper_bound))`,
  `create table if not exists site_visits (composition integer not null, slice integer not null,
     visits double precision not null, interactive double precision not null, failed double precision not null,
     cart double precision not null, payment double precision not null, api_failed double precision not null,
     primary key (composition, slice))`,
  'create table if not exists site_record (number integer primary key, line text not null)',
  `create table if not exists site_lock (id boolean primary key default true check (id), token uuid not null,
     operator text not null, since timestamptz not null, seen_at timestamptz not null)`,
  `create table if not exists site_origins (id uuid primary key, name text not null, seen_at timestamptz not null,
     available integer[] not null, attempted integer, error text, is_own_error boolean not null default false,
     serving integer, out_of_service text, started_at timestamptz not null default now())`,
]

/** Migrates the former release's tables. Signatures stay valid, since the signed content does not change. */
const documents = `do $$ begin
  if to_regclass('site_packs') is not null then
    alter table site_packs rename to site_blobs;
  end if;
  alter table site_blobs alter column content set storage external;
  if to_regclass('site_releases') is not null then
    alter table site_documents add column if not exists archive text;
    insert into site_blobs (digest, content)
      select archive_sha256, archive from site_releases on conflict do nothing;
    insert into site_documents (name, content, signature, archive)
      select 'release/' || package || '@' || version,
        '["' || digest || '","' || to_char(published_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"]',
        signature, archive_sha256 from site_releases;
    insert into site_documents (name, content, signature)
      select 'composition/' || number, manifest, signature from site_compositions where manifest is not null
      union all select 'pin/' || package || '@' || version, integrity, signature from site_pins;
    drop table site_releases, site_compositions, site_pins;
    drop table if exists site_degradations;
  end if;
end $$`

const families: readonly string[] = [
  `alter table site_visits
     add column if not exists family text not null default 'other',
     add column if not exists slow double precision not null default 0,
     drop constraint if exists site_visits_pkey,
     add primary key (composition, slice, family)`,
]

export const migrations: readonly Migration[] = [
  { name: 'tables', statements: tables },
  { name: 'documents', statements: [documents] },
  { name: 'families', statements: families },
]

export const FORMER_MIGRATIONS = ['undo', 'signatures', 'evidence', 'packs', 'degradations', 'blobs']

/** Migrates once. Without a lock or permission it retries later, and the program goes on. */
export function storeSchema(pool: Pool, all: readonly Migration[] = migrations) {
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
    async ensure(): Promise<void> {
      if (problem !== undefined && Date.now() - triedAt < TRY_AGAIN_MS) return
      looking ??= look()
      await looking
    },
    explain(error: unknown): unknown {
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
    // Grants new tables to the origin's role, if roles exist (`deploy/roles.sql`).
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
