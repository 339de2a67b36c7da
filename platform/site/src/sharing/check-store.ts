import { inTemporaryFolder } from '@platform/base/durable/temporary'
import { messageOf } from '@platform/base/errors/refusal'
import { knownBlobsOf, shownBlobsOf } from '@platform/compose/composition/composition'
import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import { findImpossible, type HealthFigures, type HealthStore } from '../model/health-figures'
import { numbersOf } from '../model/pointer'
import { NotSigned } from '../signatures/signatures'
import type { SiteParts } from '../store/file/file-copy'
import { listNumbers, ORIGIN_SILENT_S, type OriginStatus, type Polled, splitName } from '../store/site-store'
import { unpackRelease } from './pull'
import { checkRow, findRowProblems, readManifest, verifyPointer } from './signed-rows'
import { readOneBlob, verifyBlobs } from './verify-parts'

export type StoreProblem = { code: string; level: 'problem' | 'warning'; what: string; todo: string }

export async function checkStore(parts: SiteParts, health: HealthStore): Promise<StoreProblem[]> {
  const { copy, store } = parts
  try {
    const before = Date.now()
    const polled = await store.poll()
    const offMs = Math.abs(polled.now.getTime() - (before + Date.now()) / 2)
    const { pointer } = polled.live
    const kept = await listNumbers(store)
    const shown = [pointer?.live, pointer?.canary?.composition].filter((number) => number !== undefined)
    const { problem: forged } = await verifyPointer(copy, polled.live)
    const { outlines, problems: damaged } = await checkCompositions(parts, kept)
    const isGone = (number: number) => !kept.includes(number)
    return [
      ...(pointer ? [] : [warning('nothing-live', 'Nothing is live yet', 'Activate releases: site activate …')]),
      ...(offMs > CLOCK_MS ? [wrongClock(offMs)] : []),
      ...shown
        .filter(isGone)
        .map((number) =>
          problem('archive-damaged', `The database no longer has composition ${number}`, ACTIVATE_AGAIN),
        ),
      ...(forged ? [problem('live-forged', forged, FORGED)] : []),
      ...damaged,
      ...(await checkReleases(parts)),
      ...(await checkDocuments(parts)),
      ...(await validateRows(parts, await health.read(0), polled, outlines)),
      ...checkOrigins(polled.origins ?? [], pointer?.live),
    ]
  } catch (error) {
    const todo = 'Bring the PostgreSQL server back; the origins serve what they have, payments and releases wait.'
    const what = `The database of the site (SITE_DATABASE_URL, else DATABASE_URL) does not answer: ${messageOf(error)}`
    return [problem('store-away', what, todo)]
  }
}

const ACTIVATE_AGAIN = 'Activate its releases once more: a new composition is made of them.'
const FORGED =
  'No origin follows it. Find out who can write there, and say what shall be live: "site rollback" or "site activate …". ' +
  'If you have put the database back from a backup, say so: "site sign --restored".'

/** Larger differences shift canary steps, sessions and signed links. */
const CLOCK_MS = 2_000

function wrongClock(offMs: number): StoreProblem {
  const what = `This machine's clock and that of the database differ by ${Math.round(offMs / 1_000)} s`
  return problem('clock-wrong', what, 'Let both machines follow a time server.')
}

async function checkCompositions({ copy, store }: SiteParts, numbers: readonly number[]) {
  const problems: StoreProblem[] = []
  const outlines = new Map<number, CompositionOutline>()
  for (const number of numbers) {
    const inspect = async () => {
      const { outline } = await readManifest(store, copy, number)
      outlines.set(number, outline)
      const shown = await shownBlobsOf((digest) => readOneBlob(store, digest), outline)
      await verifyBlobs(store, [...shown, ...knownBlobsOf(outline)])
    }
    const todo =
      'A new origin could not show it. If a blob is damaged, delete its row of site_blobs: the next command that changes the ' +
      'site puts it back. Else delete its row of site_documents and activate its releases again.'
    await inspect().catch((error: unknown) => problems.push(damaged(`composition ${number}`, error, todo)))
  }
  return { problems, outlines }
}

async function checkReleases({ copy, store }: SiteParts): Promise<StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (const row of await store.read('release')) {
    const [, release] = splitName(row.name)
    const inspect = async (folder: string) => {
      await checkRow(copy, row)
      await unpackRelease(store, row, folder)
    }
    const todo = `Delete its row of site_documents and publish ${release.replace('@', ' ')} again from the same build.`
    await inTemporaryFolder(copy, 'inspect', inspect).catch((error: unknown) =>
      problems.push(damaged(release, error, todo)),
    )
  }
  return problems
}

async function checkDocuments({ copy, store }: SiteParts): Promise<StoreProblem[]> {
  const rows = [...(await store.read('document')), ...(await store.read('pin'))]
  return [...(await findRowProblems(copy, rows))].map(([name, what]) => {
    const isPin = splitName(name)[0] === 'pin'
    const todo = 'Set it again ("site settings", "site keys").'
    return unsigned(what, isPin ? 'Delete its row of site_documents and fetch that version again.' : todo)
  })
}

const AHEAD_S = -10
const HELD_S = 10
const LONG_MS = 10 * 60_000

/** Checks rows that are not signed. Forged figures can only cause a rollback. */
async function validateRows(
  { store }: SiteParts,
  figures: HealthFigures,
  { now, live, origins = [], holder, unknownMigrations }: Polled,
  outlines: ReadonlyMap<number, CompositionOutline>,
): Promise<StoreProblem[]> {
  const highest = Math.max(...numbersOf(live.pointer), ...(await listNumbers(store)), live.prepared ?? 0)
  const isHeld = holder !== undefined && holder.lastSeenSeconds < HELD_S
  const forged = [
    ...findImpossible(figures, now.getTime(), highest),
    ...findForeign(figures, outlines),
    ...origins
      .filter(({ lastSeenSeconds }) => lastSeenSeconds < AHEAD_S)
      .map(({ name }) => `The origin ${name} reports a time that has not come`),
  ]
  const found = forged.map((what) => problem('row-invalid', what, 'Delete that row, and find out who can write there.'))
  if (live.prepared !== undefined && !isHeld) {
    const what = `All origins are asked to hold composition ${live.prepared}, and no operator is at work`
    const todo =
      'If no change was broken off, find out who can write there. The next one clears this: "site activate …", or ' +
      '"site hold" and "site resume".'
    found.push(problem('row-invalid', what, todo))
  }
  if (unknownMigrations.length > 0) {
    const newer = `The tables were changed by ${unknownMigrations.join(', ')}, which this program does not know`
    const todo = 'Take the newer program if there is one; else delete the row of site_migrations.'
    found.push(problem('row-invalid', newer, todo))
  }
  if (isHeld && (holder.lastSeenSeconds < AHEAD_S || now.getTime() - holder.since.getTime() > LONG_MS)) {
    const what = `${holder.operator} has been changing the site since ${holder.since.toISOString()}`
    const todo = 'Ask them. If they are not, delete the row of site_lock, and find out who can write there.'
    found.push(warning('lock-held', what, todo))
  }
  return found
}

function findForeign({ failures }: HealthFigures, outlines: ReadonlyMap<number, CompositionOutline>): string[] {
  const whats = failures.flatMap(({ composition, package: name, release }) => {
    const made = outlines.get(composition)?.releases[name]?.version
    if (made === undefined || made === release) return []
    return [`A row of site_failures names ${name}@${release}, of which composition ${composition} is not made`]
  })
  return [...new Set(whats)]
}

function checkOrigins(origins: readonly OriginStatus[], live: number | undefined): StoreProblem[] {
  const isLiving = ({ lastSeenSeconds }: OriginStatus) => lastSeenSeconds < ORIGIN_SILENT_S
  const none = warning('origin-none', 'No origin follows this database', 'Start one with the same DATABASE_URL.')
  return [...(origins.some(isLiving) ? [] : [none]), ...origins.flatMap((origin) => checkOrigin(origin, live))]
}

function checkOrigin(origin: OriginStatus, live: number | undefined): StoreProblem[] {
  const { name, lastSeenSeconds, outOfService, error, serving } = origin
  if (lastSeenSeconds >= ORIGIN_SILENT_S) {
    const what = `${name} was last seen ${lastSeenSeconds} s ago`
    return [warning('origin-silent', what, 'If it was not stopped, look at its log.')]
  }
  if (outOfService) {
    const todo = 'The others serve its visitors. Mend what it names; it tries again every two seconds, and comes back.'
    return [problem('origin-out-of-service', `${name} is out of service: ${outOfService}`, todo)]
  }
  const what = `${name} serves composition ${serving ?? 'none'} while ${live} is live`
  const todo = 'It follows within a second; if this stays, restart it and look at its log.'
  return [
    ...(error
      ? [problem('origin-faulty', `${name}: ${error}`, 'Mend what it names; it tries again every ten seconds.')]
      : []),
    ...(live === undefined || serving === live ? [] : [problem('origin-behind', what, todo)]),
  ]
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

const problem = (code: string, what: string, todo: string): StoreProblem => ({ code, level: 'problem', what, todo })
const warning = (code: string, what: string, todo: string): StoreProblem => ({ code, level: 'warning', what, todo })
