import { access, constants, readFile, statfs } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '@platform/base/errors/refusal'
import { type Composition, readComposition } from '@platform/compose/composition/composition'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { listReleases } from '@platform/release/folder-registry/releases'
import { nameOf, parseRelease } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { parsePublicKey } from '@platform/release/verify/team-keys'
import { revokedReleases } from '@platform/site/model/revoked-releases'
import { NotSigned } from '@platform/site/signatures/signatures'
import { verifyFiles } from '@platform/site/store/file/file-site-store'
import type { SiteCopy } from '@platform/site/store/site-store'
import { parsePriceList } from '@site/api/price-list'
import { type Finding, findingIfThrown, problem, warning } from './finding'

const GIGABYTE = 1024 ** 3
const ENOUGH_BYTES = 2 * GIGABYTE
/** An activation needs a few megabytes; the embedded database refuses payments earlier. */
const LEAST_BYTES = GIGABYTE / 4
const CLOCK_MS = 60_000

export type ExaminedFiles = {
  copy: SiteCopy
  now?: number
  freeBytes?: (folder: string) => Promise<number>
  needsKeys?: boolean
  isCopy?: boolean
}

export async function examineFiles(examined: ExaminedFiles): Promise<Finding[]> {
  const { copy, needsKeys = false, isCopy = false } = examined
  const findings = [...(await examineDisk(examined)), ...(await examineSettings(copy, isCopy))]
  const live: Composition[] = []
  try {
    const pointer = await copy.readPointer()
    if (!pointer && !isCopy)
      findings.push(warning('nothing-live', 'Nothing is live yet', 'Activate releases: site activate …'))
    const kept = await listCompositions(copy)
    for (const number of new Set([...(pointer ? [pointer.live] : []), ...kept])) {
      const isLive = number === pointer?.live || number === pointer?.canary?.composition
      const { composition, finding } = await examineComposition(copy, number, isLive)
      if (finding) findings.push(finding)
      if (composition && number === pointer?.live) live.push(composition)
    }
  } catch (error) {
    const todo =
      'Write the number of a kept composition into it ({"live":41,"history":[]}), or bring a copy of SITE_DIR.'
    findings.push(problem('pointer-unreadable', `What is live cannot be read: ${messageOf(error)}`, todo))
  }
  return [
    ...findings,
    ...(await examineReleases(copy)),
    ...live.flatMap(examinePriceList),
    ...(await examineKeys(copy, live, needsKeys)),
    ...examineClock(live, examined.now ?? Date.now()),
  ]
}

async function examineComposition(copy: SiteCopy, number: number, isLive: boolean) {
  try {
    const composition = await readComposition(copy, number)
    await verifyFiles(copy, composition)
    return { composition, finding: undefined }
  } catch (error) {
    if (error instanceof NotSigned)
      return { composition: undefined, finding: unsigned(number, messageOf(error), isLive) }
    const what = `Composition ${number} is not whole: ${messageOf(error)}`
    const finding = isLive
      ? problem(
          'live-damaged',
          what,
          'Go back with "site rollback". Or make pages again with "site activate <package>@<version>", one of its releases is ' +
            'enough; a release, by publishing it again from the same build.',
        )
      : warning('kept-damaged', what, 'It cannot be gone back to. "site prune" deletes it when it is old.')
    return { composition: undefined, finding }
  }
}

function unsigned(number: number, what: string, isLive: boolean): Finding {
  const todo =
    'Find out who wrote it. If the operator has another key now, name the former one too (OPERATOR_KEYS) and say "site sign".'
  return isLive
    ? problem('live-unsigned', `${what}: no origin shows it`, `Go back with "site rollback". ${todo}`)
    : warning('kept-unsigned', `${what}: nobody can go back to ${number}`, todo)
}

async function examineDisk({ copy, freeBytes = freeSpaceOf }: ExaminedFiles): Promise<Finding[]> {
  const findings = await findingIfThrown(
    () => access(copy.root, constants.W_OK),
    (message) =>
      problem('disk-readonly', `SITE_DIR cannot be written: ${message}`, 'Give this user the right to write there.'),
  )
  const free = await freeBytes(copy.root).catch(() => undefined)
  if (free === undefined || free >= ENOUGH_BYTES) return findings
  const what = `${(free / GIGABYTE).toFixed(1)} GB are free in SITE_DIR`
  const todo = 'Delete old compositions with "site prune --keep 3", or make the disk larger.'
  return [...findings, free < LEAST_BYTES ? problem('disk-full', what, todo) : warning('disk-low', what, todo)]
}

async function freeSpaceOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function examineSettings(copy: SiteCopy, isCopy: boolean): Promise<Finding[]> {
  try {
    const settings = await copy.readSettings()
    if (settings || isCopy) return []
    return [warning('settings-missing', 'The site has no settings', 'Say "site settings --public-url https://…".')]
  } catch (error) {
    const todo = 'Delete the file and set them again with "site settings".'
    return [problem('settings-unreadable', `The settings cannot be read: ${messageOf(error)}`, todo)]
  }
}

function examinePriceList({ number, data }: Composition): Finding[] {
  if (parsePriceList(data.catalog)) return []
  const what = `Composition ${number} has no price list that the API can use, so nothing can be sold`
  return [problem('price-list', what, 'Activate a catalog with one, or go back with "site rollback".')]
}

async function examineKeys(copy: SiteCopy, live: readonly Composition[], needsKeys: boolean): Promise<Finding[]> {
  try {
    const keys = await copy.readKeys()
    const unusable = Object.entries(keys).flatMap(([name, encoded]) =>
      encoded.filter(({ key }) => !isUsable(key)).map(() => name),
    )
    const isBelieved = (name: string) => keys[name]?.some(({ state }) => state === 'believed')
    const missing = needsKeys
      ? live.flatMap(({ releases }) => Object.keys(releases).filter((it) => !isBelieved(it)))
      : []
    const revoked = live.flatMap((it) => revokedReleases(it, keys))
    return [
      ...revoked.map((what) =>
        problem('key-revoked', `Visitors get ${what}`, 'Activate another release of it, or say "site rollback".'),
      ),
      ...unusable.map((name) =>
        problem('key-unusable', `A key of ${name} is no public key`, 'Take it away and add it anew: site keys …'),
      ),
      ...missing.map((name) =>
        warning(
          'key-missing',
          `No key of ${name} is believed`,
          `Its next release is refused: site keys add ${name} <file>`,
        ),
      ),
    ]
  } catch (error) {
    return [
      problem(
        'keys-unreadable',
        `The teams' keys cannot be read: ${messageOf(error)}`,
        'Add them anew: site keys add …',
      ),
    ]
  }
}

function isUsable(key: string): boolean {
  try {
    parsePublicKey(key)
    return true
  } catch {
    return false
  }
}

function examineClock(live: readonly Composition[], now: number): Finding[] {
  return live
    .filter(({ createdAt }) => Date.parse(createdAt) - now > CLOCK_MS)
    .map(({ number, createdAt }) =>
      problem(
        'clock-wrong',
        `Composition ${number} was made at ${createdAt}, which this machine's clock has not reached`,
        'Let the machine follow a time server: sessions and signed links depend on it.',
      ),
    )
}

async function examineReleases(copy: SiteCopy): Promise<Finding[]> {
  const todo = 'Publish a new build of it and activate that. "site prune" deletes it once no kept composition names it.'
  const findings = (await listReleases(copy)).map((release) =>
    findingIfThrown(
      async () => {
        const file = path.join(copy.release(release.package, release.version), RELEASE_FILE)
        parseRelease(await readFile(file, 'utf8'), nameOf(release))
      },
      (message) => warning('release-unreadable', message, todo),
    ),
  )
  return (await Promise.all(findings)).flat()
}
