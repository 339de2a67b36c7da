import { messageOf } from '@platform/base/errors/refusal'
import type { SiteCopy } from '../site-copy'
import { ORIGIN_SILENT_S, type OriginStatus, type StoreProblem } from '../site-store'
import { listKeptCompositions } from './archives'
import { checkRows } from './check-rows'
import type { StoreDatabase } from './connect-store'
import { readLive } from './live-row'
import { listOrigins } from './origin-rows'

/** More and a canary's steps, sessions and signed links come at other times on other machines. */
const CLOCK_MS = 2_000

/** What is wrong with what all machines share: the database, its archives, its clock, and every origin. */
export async function checkStore(database: StoreDatabase, copy: SiteCopy): Promise<StoreProblem[]> {
  try {
    const { pointer } = await readLive(database)
    const origins = await listOrigins(database)
    const numbers = [pointer?.live, pointer?.canary?.composition].filter((number) => number !== undefined)
    const nothing = pointer
      ? []
      : [warning('nothing-live', 'Nothing is live yet', 'Activate releases: site activate …')]
    const kept = (await listKeptCompositions(database)).map(({ number }) => number)
    return [
      ...nothing,
      ...(await checkClock(database)),
      ...numbers.filter((number) => !kept.includes(number)).map(gone),
      ...(await checkRows(database, copy)),
      ...checkOrigins(origins, pointer?.live),
    ]
  } catch (error) {
    const todo = 'Bring the PostgreSQL server back; the origins serve what they have, payments and releases wait.'
    const what = `The database of the site (SITE_DATABASE_URL, else DATABASE_URL) does not answer: ${messageOf(error)}`
    return [problem('store-away', what, todo)]
  }
}

async function checkClock(database: StoreDatabase): Promise<StoreProblem[]> {
  const before = Date.now()
  const [row] = await database.query<{ now: Date }>('select clock_timestamp() as now')
  const here = (before + Date.now()) / 2
  const offMs = Math.abs((row?.now.getTime() ?? here) - here)
  if (offMs <= CLOCK_MS) return []
  const what = `This machine's clock and that of the database differ by ${Math.round(offMs / 1_000)} s`
  return [problem('clock-wrong', what, 'Let both machines follow a time server.')]
}

function gone(number: number): StoreProblem {
  const todo = 'Activate its releases once more: a new composition is made of them.'
  return problem('archive-damaged', `The database no longer has composition ${number}`, todo)
}

function checkOrigins(origins: readonly OriginStatus[], live: number | undefined): StoreProblem[] {
  const living = origins.filter(({ lastSeenSeconds }) => lastSeenSeconds <= ORIGIN_SILENT_S)
  const silent = origins.filter(({ lastSeenSeconds }) => lastSeenSeconds > ORIGIN_SILENT_S)
  return [
    ...(living.length === 0
      ? [warning('origin-none', 'No origin follows this database', 'Start one with the same DATABASE_URL.')]
      : []),
    ...silent.map(({ name, lastSeenSeconds }) =>
      warning(
        'origin-silent',
        `${name} was last seen ${lastSeenSeconds} s ago`,
        'If it was not stopped, look at its log.',
      ),
    ),
    ...living.flatMap(({ name, outOfService }) =>
      outOfService
        ? [
            problem(
              'origin-out-of-service',
              `${name} is out of service: ${outOfService}`,
              'The others serve its visitors. Mend what it names; it tries again every ten seconds, and comes back by itself.',
            ),
          ]
        : [],
    ),
    ...living.flatMap(({ name, error: reason, outOfService }) =>
      reason && !outOfService
        ? [problem('origin-faulty', `${name}: ${reason}`, 'Mend what it names; it tries again every ten seconds.')]
        : [],
    ),
    ...living
      .filter(({ serving, outOfService }) => live !== undefined && serving !== live && !outOfService)
      .map(({ name, serving }) =>
        problem(
          'origin-behind',
          `${name} serves composition ${serving ?? 'none'} while ${live} is live`,
          'It follows within a second; if this stays, restart it and look at its log.',
        ),
      ),
  ]
}

function problem(code: string, what: string, todo: string): StoreProblem {
  return { code, level: 'problem', what, todo }
}

function warning(code: string, what: string, todo: string): StoreProblem {
  return { code, level: 'warning', what, todo }
}
