import { inTemporaryFolder } from '@platform/base/durable/temporary'
import { messageOf } from '@platform/base/errors/refusal'
import { knownBlobsOf, shownBlobsOf } from '@platform/compose/composition/composition'
import { NotSigned } from '../../signatures/signatures'
import { ORIGIN_SILENT_S, type OriginStatus, type SiteCopy, type StoreProblem } from '../site-store'
import { readManifest, unpackRelease } from './archives'
import { listNumbers, readBlobRow, verifyBlobRows } from './blob-rows'
import type { StoreDatabase } from './connect-store'
import { checkRow, findRowProblems, listRows, splitName } from './documents'
import { readLive, verifyPointer } from './live-row'
import { FORMER_MIGRATIONS, migrations } from './migrate-store'
import { listOrigins } from './origin-rows'

/** Checks unsigned rows; forged figures can only cause a rollback. */
type InvalidRow = { what: string }

const AHEAD = "now() + interval '10 seconds'"
const LONG = "interval '10 minutes'"

const figures = [
  ['site_served', 'documents < 0 or minute > extract(epoch from now()) / 60 + 2'],
  // Sums of fractions are inexact.
  [
    'site_visits',
    'least(visits, interactive, failed) < 0 or greatest(interactive, failed) > visits + 0.001 or slice > extract(epoch from now()) / 10 + 12',
  ],
  ['site_failures', `at > ${AHEAD}`],
  ['site_vitals', 'count < 0 or minute > extract(epoch from now()) / 60 + 2'],
] as const

const statements: readonly string[] = [
  ...figures.map(
    ([table, impossible]) =>
      `select distinct 'A row of ${table}, of composition ' || composition || ', cannot be what an origin counted' as what
       from ${table} where ${impossible} or composition > (select last_value from site_composition_numbers)`,
  ),
  `select distinct 'A row of site_failures names ' || package || '@' || release || ', of which composition ' || composition
     || ' is not made' as what
   from site_failures join site_documents as it on it.name = 'composition/' || composition
   where package <> '' and coalesce(content::json -> 'releases' -> package ->> 'version', release) <> release`,
  `select 'The origin ' || name || ' is said to have been seen at ' || seen_at || ', which has not come' as what
     from site_origins where seen_at > ${AHEAD}`,
  `select 'All origins are asked to hold composition ' || prepared || ', and no operator is at work' as what
     from site_live where prepared is not null and not exists (select from site_lock where seen_at > now() - interval '10 seconds')`,
  "select 'The site has lost the row that says what is live' as what where not exists (select from site_live)",
]

async function validateRows(database: StoreDatabase): Promise<StoreProblem[]> {
  const found: InvalidRow[] = []
  for (const statement of statements) found.push(...(await database.query<InvalidRow>(statement)))
  const todo = 'Delete that row, and find out who can write there.'
  return [
    ...found.map(({ what }) => invalidRow(what, todo)),
    ...(await findUnknownMigrations(database)),
    ...(await findLastingLock(database)),
  ]
}

async function findUnknownMigrations(database: StoreDatabase): Promise<StoreProblem[]> {
  const made = await database.query<{ name: string }>('select name from site_migrations')
  const known = [...FORMER_MIGRATIONS, ...migrations.map(({ name }) => name)]
  const unknown = made.filter(({ name }) => !known.includes(name)).map(({ name }) => name)
  if (unknown.length === 0) return []
  const what = `The tables are said to have been changed by ${unknown.join(', ')}, which this program does not know`
  return [invalidRow(what, 'Take the newer program if there is one; else delete the row of site_migrations.')]
}

async function findLastingLock(database: StoreDatabase): Promise<StoreProblem[]> {
  const held = await database.query<{ operator: string; since: Date }>(
    `select operator, since from site_lock where seen_at > ${AHEAD} or (since < now() - ${LONG} and seen_at > now() - interval '10 seconds')`,
  )
  return held.map(({ operator, since }) => ({
    code: 'lock-held',
    level: 'warning',
    what: `${operator} is said to be changing the site since ${since.toISOString()}`,
    todo: 'Ask them. If nobody is, delete the row of site_lock, and find out who can write there.',
  }))
}

function invalidRow(what: string, todo: string): StoreProblem {
  return { code: 'row-invalid', level: 'problem', what, todo }
}

/** Larger differences shift canary steps, sessions and signed links. */
const CLOCK_MS = 2_000

export async function checkStore(database: StoreDatabase, copy: SiteCopy): Promise<StoreProblem[]> {
  try {
    const live = await readLive(database)
    const origins = await listOrigins(database)
    const { pointer } = live
    const kept = await listNumbers(database)
    const shown = [pointer?.live, pointer?.canary?.composition].filter((number) => number !== undefined)
    const gone = shown.filter((number) => !kept.includes(number))
    const { problem: forged } = await verifyPointer(copy, live)
    return [
      ...(pointer ? [] : [warning('nothing-live', 'Nothing is live yet', 'Activate releases: site activate …')]),
      ...(await checkClock(database)),
      ...gone.map((number) =>
        problem(
          'archive-damaged',
          `The database no longer has composition ${number}`,
          'Activate its releases once more: a new composition is made of them.',
        ),
      ),
      ...(forged ? [problem('live-forged', forged, FORGED)] : []),
      ...(await checkCompositions(database, copy, kept)),
      ...(await checkReleases(database, copy)),
      ...(await checkDocuments(database, copy)),
      ...(await validateRows(database)),
      ...checkOrigins(origins, pointer?.live),
    ]
  } catch (error) {
    const todo = 'Bring the PostgreSQL server back; the origins serve what they have, payments and releases wait.'
    const what = `The database of the site (SITE_DATABASE_URL, else DATABASE_URL) does not answer: ${messageOf(error)}`
    return [problem('store-away', what, todo)]
  }
}

const FORGED =
  'No origin follows it. Find out who can write there, and say what shall be live: "site rollback" or "site activate …". ' +
  'If the database was put back from a backup, delete seen.json in SITE_DIR of every machine.'

async function checkClock(database: StoreDatabase): Promise<StoreProblem[]> {
  const before = Date.now()
  const [row] = await database.query<{ now: Date }>('select clock_timestamp() as now')
  const here = (before + Date.now()) / 2
  const offMs = Math.abs((row?.now.getTime() ?? here) - here)
  if (offMs <= CLOCK_MS) return []
  const what = `This machine's clock and that of the database differ by ${Math.round(offMs / 1_000)} s`
  return [problem('clock-wrong', what, 'Let both machines follow a time server.')]
}

async function checkCompositions(
  database: StoreDatabase,
  copy: SiteCopy,
  numbers: readonly number[],
): Promise<StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (const number of numbers) {
    const inspect = async () => {
      const { outline } = await readManifest(database, copy, number)
      const shown = await shownBlobsOf((digest) => readBlobRow(database, digest), outline)
      await verifyBlobRows(database, [...shown, ...knownBlobsOf(outline)])
    }
    const todo =
      'A new origin could not show it. If a blob is damaged, delete its row of site_blobs: the next command that changes the ' +
      'site puts it back. Else delete its row of site_documents and activate its releases again.'
    await inspect().catch((error: unknown) => problems.push(damaged(`composition ${number}`, error, todo)))
  }
  return problems
}

async function checkReleases(database: StoreDatabase, copy: SiteCopy): Promise<StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (const row of await listRows(database, 'release')) {
    const [, release] = splitName(row.name)
    const inspect = async (folder: string) => {
      await checkRow(copy, row)
      await unpackRelease(database, row, folder)
    }
    const todo = `Delete its row of site_documents and publish ${release.replace('@', ' ')} again from the same build.`
    await inTemporaryFolder(copy, 'inspect', inspect).catch((error: unknown) =>
      problems.push(damaged(release, error, todo)),
    )
  }
  return problems
}

async function checkDocuments(database: StoreDatabase, copy: SiteCopy): Promise<StoreProblem[]> {
  const rows = [...(await listRows(database, 'document')), ...(await listRows(database, 'pin'))]
  return [...(await findRowProblems(copy, rows))].map(([name, what]) => {
    const isPin = splitName(name)[0] === 'pin'
    const todo = 'Set it again ("site settings", "site keys").'
    return unsigned(what, isPin ? 'Delete its row of site_documents and fetch that version again.' : todo)
  })
}

function checkOrigins(origins: readonly OriginStatus[], live: number | undefined): StoreProblem[] {
  const living = origins.filter(({ lastSeenSeconds }) => lastSeenSeconds <= ORIGIN_SILENT_S)
  const problems = origins.flatMap((origin) => checkOrigin(origin, live))
  if (living.length > 0) return problems
  return [
    warning('origin-none', 'No origin follows this database', 'Start one with the same DATABASE_URL.'),
    ...problems,
  ]
}

function checkOrigin(origin: OriginStatus, live: number | undefined): StoreProblem[] {
  const { name, lastSeenSeconds, outOfService, error, serving } = origin
  const again = 'it tries again every ten seconds'
  if (lastSeenSeconds > ORIGIN_SILENT_S) {
    const what = `${name} was last seen ${lastSeenSeconds} s ago`
    return [warning('origin-silent', what, 'If it was not stopped, look at its log.')]
  }
  if (outOfService) {
    const todo = `The others serve its visitors. Mend what it names; ${again}, and comes back by itself.`
    return [problem('origin-out-of-service', `${name} is out of service: ${outOfService}`, todo)]
  }
  const faulty = error ? [problem('origin-faulty', `${name}: ${error}`, `Mend what it names; ${again}.`)] : []
  if (live === undefined || serving === live) return faulty
  const what = `${name} serves composition ${serving ?? 'none'} while ${live} is live`
  const todo = 'It follows within a second; if this stays, restart it and look at its log.'
  return [...faulty, problem('origin-behind', what, todo)]
}

function damaged(name: string, error: unknown, todo: string): StoreProblem {
  const what = messageOf(error)
  if (error instanceof NotSigned) return unsigned(what, todo)
  const named = what.toLowerCase().includes(name) ? what : `${name}: ${what}`
  return problem('archive-damaged', named, todo)
}

function unsigned(what: string, todo: string): StoreProblem {
  const who =
    'Find out who can write there. If the operator has another key now, name the former one too and say "site sign".'
  return problem('row-unsigned', what, `${todo} ${who}`)
}

function problem(code: string, what: string, todo: string): StoreProblem {
  return { code, level: 'problem', what, todo }
}

function warning(code: string, what: string, todo: string): StoreProblem {
  return { code, level: 'warning', what, todo }
}
