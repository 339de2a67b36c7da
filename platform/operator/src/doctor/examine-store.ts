import { messageOf } from '@platform/base/errors/refusal'
import { findAlteration } from '@platform/site/audit/record'
import { listKeptReleases, readCompositionArchive, readReleaseArchive } from '@platform/site/store/postgres/archives'
import { connectStore, type StoreDatabase } from '@platform/site/store/postgres/connect-store'
import { readLive } from '@platform/site/store/postgres/live-row'
import { listOrigins } from '@platform/site/store/postgres/origin-rows'
import { ORIGIN_SILENT_S, type SeenOrigin } from '@platform/site/store/site-store'
import { recordAltered } from './examine-files'
import { type Finding, fault, findingIfThrown, warning } from './finding'

/** More and a canary's steps, sessions and signed links come at other times on other machines. */
const CLOCK_MS = 2_000

export type ExaminedStore = { findings: Finding[]; origins: SeenOrigin[] }

/** What is wrong with what all machines share: the database, its archives, its clock, and every origin. */
export async function examineStore(databaseUrl: string): Promise<ExaminedStore> {
  const database = connectStore(databaseUrl)
  try {
    const { pointer } = await readLive(database)
    const origins = await listOrigins(database)
    const numbers = [pointer?.live, pointer?.canary?.composition].filter((number) => number !== undefined)
    const nothing = pointer
      ? []
      : [warning('nothing-live', 'Nothing is live yet', 'Activate releases: site activate …')]
    const archives = await Promise.all(numbers.map((number) => examineArchive(database, number)))
    const findings = [
      ...nothing,
      ...(await examineClock(database)),
      ...archives.flat(),
      ...(await examineReleases(database)),
      ...(await examineRecord(database)),
      ...examineOrigins(origins, pointer?.live),
    ]
    return { findings, origins }
  } catch (error) {
    const todo = 'Bring the PostgreSQL server back; the origins serve what they have, payments and releases wait.'
    const what = `The database of the site (DATABASE_URL) does not answer: ${messageOf(error)}`
    return { findings: [fault('store-away', what, todo)], origins: [] }
  } finally {
    await database.close()
  }
}

async function examineClock(database: StoreDatabase): Promise<Finding[]> {
  const asked = Date.now()
  const [row] = await database.query<{ now: Date }>('select clock_timestamp() as now')
  const here = (asked + Date.now()) / 2
  const offMs = Math.abs((row?.now.getTime() ?? here) - here)
  if (offMs <= CLOCK_MS) return []
  const what = `This machine's clock and that of the database differ by ${Math.round(offMs / 1_000)} s`
  return [fault('clock-wrong', what, 'Let both machines follow a time server.')]
}

function examineArchive(database: StoreDatabase, number: number): Promise<Finding[]> {
  return findingIfThrown(
    () => readCompositionArchive(database, number),
    (message) =>
      fault('archive-damaged', message, 'Activate its releases once more: a new composition is made of them.'),
  )
}

async function examineReleases(database: StoreDatabase): Promise<Finding[]> {
  const findings: Finding[] = []
  // One after the other: the memory holds one archive at a time.
  for (const { package: name, version } of await listKeptReleases(database)) {
    const todo = `Delete its row of site_releases and publish ${name} ${version} again from the same build.`
    const check = () => readReleaseArchive(database, name, version)
    findings.push(...(await findingIfThrown(check, (message) => fault('archive-damaged', message, todo))))
  }
  return findings
}

async function examineRecord(database: StoreDatabase): Promise<Finding[]> {
  const rows = await database.query<{ line: string }>('select line from site_record order by number')
  const alteration = findAlteration(rows.map(({ line }) => line))
  return alteration ? [recordAltered(alteration)] : []
}

function examineOrigins(origins: readonly SeenOrigin[], live: number | undefined): Finding[] {
  const living = origins.filter(({ silentFor }) => silentFor <= ORIGIN_SILENT_S)
  const silent = origins.filter(({ silentFor }) => silentFor > ORIGIN_SILENT_S)
  return [
    ...(living.length === 0
      ? [warning('origin-none', 'No origin follows this database', 'Start one with the same DATABASE_URL.')]
      : []),
    ...silent.map(({ name, silentFor }) =>
      warning(
        'origin-silent',
        `${name} was last heard of ${silentFor} s ago`,
        'If it was not stopped, look at its log.',
      ),
    ),
    ...living.flatMap(({ name, fault: reason }) =>
      reason
        ? [fault('origin-faulty', `${name}: ${reason}`, 'Mend what it names; it tries again every ten seconds.')]
        : [],
    ),
    ...living
      .filter(({ serves }) => live !== undefined && serves !== live)
      .map(({ name, serves }) =>
        fault(
          'origin-behind',
          `${name} serves composition ${serves ?? 'none'} while ${live} is live`,
          'It follows within a second; if this stays, restart it and look at its log.',
        ),
      ),
  ]
}
