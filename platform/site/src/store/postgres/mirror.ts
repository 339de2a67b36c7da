import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { listBlobs } from '@platform/compose/composition/blob-files'
import { createSiteFolders } from '../../model/site-layout'
import { keepReserve } from '../file/disk-reserve'
import type { SiteCopy } from '../site-copy'
import { type KeptComposition, listKeptCompositions, listKeptReleases } from './archives'
import type { StoreDatabase } from './connect-store'
import { type Mirror, pullComposition, pullRelease } from './pull-archives'

/**
 * What cannot be pulled, and why; `isOwn`: for a reason of this machine or its line, such as a full disk, not for what the
 * database keeps.
 */
export type PullError = { message: string; isOwn: boolean }
/** `available`: compositions this copy has whole; `errors`: what is wrong with the others, the first first. */
export type Mirrored = { available: number[]; errors: PullError[] }
export type MirrorOptions = Pick<Mirror, 'isThorough'> & {
  /** Compositions that are pulled before all others. */
  first?: readonly number[]
  /** Called with each composition as soon as the copy has it whole. */
  onAvailable?: (number: number) => Promise<void>
}

/**
 * Pulls into this copy what the database keeps. Each release and composition is checked and unpacked in a temporary folder
 * and appears by one rename; what is damaged there is left out and named, and what was here stays.
 */
export async function mirrorStore(
  database: StoreDatabase,
  copy: SiteCopy,
  options: MirrorOptions = {},
): Promise<Mirrored> {
  await createSiteFolders(copy)
  await keepReserve(copy)
  const { first = [], onAvailable } = options
  const errors: PullError[] = []
  const releases = await listKeptReleases(database)
  const pulled = new Map<string, Promise<void>>()
  const mirror: Mirror = {
    ...options,
    database,
    copy,
    looked: new Set(),
    here: await listBlobs(copy),
    // One after the other: the memory holds one archive at a time.
    pullOnce(release) {
      const name = `${release.package}@${release.version}`
      const pulling = pulled.get(name) ?? pullRelease(mirror, release)
      pulled.set(name, pulling)
      return pulling
    },
  }
  const tried = (work: Promise<void>) =>
    work.then(
      () => true,
      (error: unknown) => {
        const message = messageOf(error)
        if (!errors.some((known) => known.message === message))
          errors.push({ message, isOwn: !(error instanceof Refusal) })
        return false
      },
    )
  const available: number[] = []
  const kept = await listKeptCompositions(database)
  const isFirst = ({ number }: KeptComposition) => first.includes(number)
  for (const composition of [...kept.filter(isFirst), ...kept.filter((it) => !isFirst(it))]) {
    if (!(await tried(pullComposition(mirror, composition, releases)))) continue
    available.push(composition.number)
    await onAvailable?.(composition.number)
  }
  for (const release of releases) await tried(mirror.pullOnce(release))
  return { available, errors }
}

/**
 * Pulls one composition and the releases it is made of, and nothing else.
 * @throws Refusal naming what the database no longer has or what is damaged there
 */
export async function mirrorComposition(database: StoreDatabase, copy: SiteCopy, number: number): Promise<void> {
  await createSiteFolders(copy)
  const mirror: Mirror = {
    database,
    copy,
    looked: new Set(),
    here: await listBlobs(copy),
    pullOnce: (release) => pullRelease(mirror, release),
  }
  const found = (await listKeptCompositions(database)).find((composition) => composition.number === number)
  if (!found) throw new Refusal(`The database no longer has composition ${number}`)
  await pullComposition(mirror, found, await listKeptReleases(database))
}
