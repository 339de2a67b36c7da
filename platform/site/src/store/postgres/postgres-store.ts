import { randomUUID } from 'node:crypto'
import { sha256 } from '@platform/base/durable/digest'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { describeOwner, ownerOf } from '@platform/base/lease/lease'
import type { Pointer } from '../../model/pointer'
import type { SignedPointer } from '../../model/signed-pointer'
import type { LiveRow, Polled, Row, SiteStore, StoreLine, Swap } from '../site-store'
import type { StoreDatabase } from './connect-store'
import { FORMER_MIGRATIONS, migrations } from './migrate-store'

const NAMES = 'name, content, revision, signature, archive'
const COLUMNS = 'name text, content text, revision integer, signature text, archive text'
const fromJson = (parameter: number) => `select ${NAMES} from json_to_recordset($${parameter}) as it (${COLUMNS})`
const REPLACES = `on conflict (name) do update set content = excluded.content, revision = excluded.revision,
  signature = excluded.signature, archive = excluded.archive`
const LISTED = `select name, case when name like 'composition/%' then encode(sha256(convert_to(content, 'UTF8')), 'hex')
  else content end as content, revision, signature, archive from site_documents`
const UNIQUE_VIOLATION = '23505'
const MOST_BLOBS = 500

export function postgresStore(database: StoreDatabase): SiteStore {
  const { query } = database
  return {
    async read(name) {
      if (name === 'document') return query<Row>(`${LISTED} where name not like '%/%' order by name`)
      if (/^\w+$/.test(name)) return query<Row>(`${LISTED} where name like '${name}/%' order by name`)
      return query<Row>(`select ${NAMES} from site_documents where name = $1`, [name])
    },
    async swap(swap) {
      const { live, prepared, rows = [], unchanged = {}, archive } = swap
      if (prepared !== undefined) await query('update site_live set prepared = $1', [prepared])
      if (live) return movePointer(database, swap)
      for (const row of rows) {
        const added =
          archive && 'with kept as (insert into site_blobs (digest, content) values ($3, $4) on conflict do nothing)'
        const swapped = await query(
          `${added ?? ''} insert into site_documents (${NAMES}) ${fromJson(1)} ${REPLACES}
             where site_documents.revision = $2 returning name`,
          [JSON.stringify([row]), unchanged[row.name] ?? 0, ...(archive ? [archive.digest, archive.content] : [])],
        )
        if (swapped.length === 0) return false
      }
      return true
    },
    async drop(names, named) {
      // Keeps what a concurrent rollback has made live.
      await query(
        `delete from site_documents where name = any ($1) and name not in (
           select 'composition/' || (pointer ->> 'live') from site_live where pointer is not null)`,
        [names],
      )
      if (!named) return
      await query(
        `delete from site_blobs where not exists (select from unnest($1::text[]) as it (digest) where it.digest = site_blobs.digest)
           and not exists (select from site_documents where archive = site_blobs.digest)`,
        [[...named]],
      )
    },
    async findDamage(digests, isThorough = false) {
      const whole = isThorough ? `encode(sha256(content), 'hex') = digest` : 'true'
      const found = await query<{ digest: string; isWhole: boolean }>(
        `select digest, ${whole} as "isWhole" from site_blobs where digest = any ($1)`,
        [digests],
      )
      const isWhole = new Map(found.map((it) => [it.digest, it.isWhole]))
      const damaged = [...new Set(digests)].filter((digest) => !isWhole.get(digest))
      return new Map(damaged.map((digest) => [digest, isWhole.has(digest) ? changed(digest) : gone(digest)]))
    },
    async *getBlobs(digests) {
      for (let start = 0; start < digests.length; start += MOST_BLOBS) {
        const wanted = digests.slice(start, start + MOST_BLOBS)
        const found = new Map(await database.blobs(wanted))
        yield wanted.map((digest) => {
          const content = found.get(digest)
          if (!content) throw new Refusal(gone(digest))
          if (sha256(content) !== digest) throw new Refusal(changed(digest))
          return { digest, content }
        })
      }
    },
    async putBlobs(blobs) {
      await query(
        'insert into site_blobs (digest, content) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing',
        [blobs.map(({ digest }) => digest), blobs.map(({ content }) => content)],
      )
    },
    readLines: (after) =>
      query<StoreLine>(
        `select number, line from site_record
         where number > case when $1 < 0 then (select max(number) + $1 from site_record) else $1 end order by number`,
        [after],
      ),
    async addLines(after, lines) {
      // The number is the compare-and-swap.
      const insert = `insert into site_record select $1 + number, line from unnest($2::text[]) with ordinality as it (line, number)`
      return query(insert, [after, lines]).then(
        () => true,
        (error: unknown) => {
          if (hasErrorCode(error, UNIQUE_VIOLATION)) return false
          throw error
        },
      )
    },
    poll: (own, isLeaving) => poll(database, own, isLeaving),
    lease: (action, work) => withOperatorLease(database, describeOwner(ownerOf(action)), work),
  }
}

const gone = (digest: string): string => `The database no longer has the blob ${digest}`

function changed(digest: string): string {
  return `The blob ${digest} in the database does not match its digest: it was changed`
}

/** An origin's database role may not write these columns. */
const SIGNED = ', signed = $5, signed_revision = $6, signature = $7'

async function movePointer(database: StoreDatabase, { live, rows = [], unchanged = {} }: Swap): Promise<boolean> {
  if (!live) return false
  const { from, next, pointer, signed } = live
  const values: unknown[] = [from, next, JSON.stringify(pointer), JSON.stringify(unchanged)]
  if (signed) values.push(signed.signed, signed.signedRevision, signed.signature)
  if (rows.length > 0) values.push(JSON.stringify(rows))
  const kept = `, kept as (insert into site_documents (${NAMES})
    ${fromJson(values.length)} where exists (select from moved) ${REPLACES})`
  const moved = await database.query(
    `with moved as (
       update site_live set revision = $2, pointer = $3::json, prepared = null${signed ? SIGNED : ''}
       where revision = $1 and not exists (
         select from json_each_text($4::json) as wanted left join site_documents as document on document.name = wanted.key
         where coalesce(document.revision, 0) <> wanted.value::integer)
         and exists (select from site_documents where name = 'composition/' || ($3::json ->> 'live'))
       returning revision)${rows.length > 0 ? kept : ''}
     select revision from moved`,
    values,
  )
  return moved.length > 0
}

const ORIGINS = `select id, name, available, attempted, error, is_own_error as "isOwnError", serving, out_of_service as
    "outOfService", started_at as "startedAt", floor(extract(epoch from now() - seen_at))::integer as "lastSeenSeconds"
  from site_origins where seen_at > now() - interval '1 day' order by name`
const HOLDER = `select json_build_object('operator', operator, 'since', since, 'lastSeenSeconds',
  extract(epoch from now() - seen_at)) from site_lock`
const POLLED = `select revision, pointer, prepared, case when signed is not null then json_build_object('signed', signed,
    'signedRevision', coalesce(signed_revision, 0), 'signature', coalesce(signature, '')) end as signed,
  (select json_object_agg(name, revision) from site_documents where name not like '%/%') as documents,
  (select json_strip_nulls(coalesce(json_agg(it), '[]')) from (${ORIGINS}) as it) as origins, (${HOLDER}) as holder,
  (select array_agg(name) from site_migrations) as migrations, clock_timestamp() as now from site_live`

type PolledColumns = {
  revision: number
  pointer: Pointer | null
  prepared: number | null
  signed: SignedPointer | null
  documents: LiveRow['documents'] | null
  origins: NonNullable<Polled['origins']>
  holder: NonNullable<Polled['holder']> | null
  migrations: string[] | null
  now: Date
}

const known = [...FORMER_MIGRATIONS, ...migrations.map(({ name }) => name)]

async function poll({ query }: StoreDatabase, ...[own, isLeaving]: Parameters<SiteStore['poll']>): Promise<Polled> {
  if (own && isLeaving) {
    await query("delete from site_origins where id = $1 or seen_at < now() - interval '1 day'", [own.id])
  } else if (own) {
    const { id, name, available, attempted, error, isOwnError, serving, outOfService } = own
    await query(
      `insert into site_origins (id, name, seen_at, available, attempted, error, is_own_error, serving, out_of_service)
       values ($1, $2, now(), $3, $4, $5, $6, $7, $8)
       on conflict (id) do update set seen_at = now(), available = $3, attempted = $4, error = $5, is_own_error = $6,
         serving = $7, out_of_service = $8`,
      [id, name, available, attempted ?? null, error ?? null, isOwnError, serving ?? null, outOfService ?? null],
    )
  }
  const [row] = await query<PolledColumns>(POLLED)
  if (!row) throw new Error('The table site_live has lost its row')
  const { revision, pointer, prepared, documents, signed, origins, holder } = row
  return {
    now: row.now,
    live: {
      revision,
      pointer: pointer ?? undefined,
      prepared: prepared ?? undefined,
      documents: documents ?? {},
      signed: signed ?? undefined,
    },
    origins: origins.map((origin) => ({ ...origin, startedAt: new Date(origin.startedAt).toISOString() })),
    holder: holder ? { ...holder, since: new Date(holder.since) } : undefined,
    unknownMigrations: (row.migrations ?? []).filter((name) => !known.includes(name)),
  }
}

const BEAT_MS = 2_000
const HELD = "interval '10 seconds'"

/** Uses a row with a heartbeat, because a pooler loses session locks. */
async function withOperatorLease<T>(
  { query }: StoreDatabase,
  operator: string,
  work: (lease: { assertHeld: () => Promise<void> }) => Promise<T>,
): Promise<T> {
  const token = randomUUID()
  const [mine] = await query(
    `insert into site_lock (token, operator, since, seen_at) values ($1, $2, now(), now())
     on conflict (id) do update set token = $1, operator = $2, since = now(), seen_at = now()
     where site_lock.seen_at < now() - ${HELD} returning token`,
    [token, operator],
  )
  if (!mine) {
    const find = 'select operator, extract(epoch from now() - since)::integer as seconds from site_lock'
    const [holder] = await query<{ operator: string; seconds: number }>(find)
    const who = holder && `${holder.operator} has been changing the site for ${holder.seconds} s`
    throw new Refusal(`${who ?? 'It was another operator'}. Nothing was changed; try again when that has finished.`)
  }
  const beat = setInterval(() => {
    // The next beat makes up for a missed one; compare-and-swap detects a lost lease.
    query('update site_lock set seen_at = now() where token = $1', [token]).catch(() => {})
  }, BEAT_MS)
  try {
    return await work({ assertHeld: async () => {} })
  } finally {
    clearInterval(beat)
    await query('delete from site_lock where token = $1', [token]).catch(() => {})
  }
}
