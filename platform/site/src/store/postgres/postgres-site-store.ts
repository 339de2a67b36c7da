import { readComposition } from '@platform/compose/composition/composition'
import { followPointer } from '../file/pointer-file'
import { recordFile } from '../file/record-file'
import { createSiteFolders, type SiteFolders } from '../file/site-layout'
import { nameOperator } from '../file/site-locks'
import type { SiteAuthority } from '../site-store'
import { keepComposition, keepRelease, listKeptCompositions } from './archives'
import { connectStore, type StoreDatabase } from './connect-store'
import { keepPin, pullDocuments, pushDocuments, readDocuments } from './documents'
import { healthRows } from './health-rows'
import { type Move, moveLive, prepare, readLive, stopPreparing } from './live-row'
import { mirrorComposition, mirrorStore } from './mirror'
import { withOperatorLock } from './operator-lock'
import { listOrigins, waitForOrigins } from './origin-rows'
import { recordRows } from './record-rows'

export type SharedSite = {
  /** The folders as an operator's command uses them: a copy, whose changes go to every machine. */
  folders: SiteFolders
  /** Brings the folders up to date; gives what could not be brought. @throws Error when the database is away */
  refresh: () => Promise<string[]>
  /** Brings what is live by its number alone: undoing waits for nothing else. @throws Error when the database is away */
  refreshPointer: () => Promise<void>
  close: () => Promise<void>
}

/** The site of several machines, seen from an operator's command: PostgreSQL decides, the folders are a copy. */
export function openSharedSite(url: string, local: SiteFolders, operator = nameOperator): SharedSite {
  const database = connectStore(url)
  let revision = 0
  const refreshPointer = async () => {
    await createSiteFolders(local)
    const { pointer, ...row } = await readLive(database)
    revision = row.revision
    await pullDocuments(database, local)
    // Also when it is damaged: a rollback starts from it.
    if (pointer) await followPointer(local, pointer)
  }
  const refresh = async () => {
    await refreshPointer()
    return (await mirrorStore(database, local)).faults
  }
  const authority: SiteAuthority = {
    withLock: (act, work) =>
      withOperatorLock(database, operator(act), async () => {
        await refresh()
        const result = await work()
        await pushDocuments(database, local)
        return result
      }),
    listCompositions: async () => (await listKeptCompositions(database)).map(({ number }) => number),
    bringComposition: (number) => mirrorComposition(database, local, number),
    async nextNumber(nextHere) {
      const sequence = 'site_composition_numbers'
      const [row] = await database.query<{ number: number }>(
        `select setval('${sequence}', greatest(nextval('${sequence}'), $1::integer))::integer as number`,
        [nextHere],
      )
      if (!row) throw new Error(`The sequence ${sequence} gives no number`)
      return row.number
    },
    async moveLive(pointer, newcomer) {
      const move = { revision, pointer, operator: operator('change what is live') }
      await moveEverywhere(database, local, move, newcomer)
      revision += 1
    },
    keepRelease: (name, version) => keepRelease(database, local, name, version),
    pinIntegrity: (name, version, integrity) => keepPin(database, { package: name, version, integrity }),
    listOrigins: () => listOrigins(database),
    health: healthRows(database),
    record: recordRows(database, recordFile(local)),
    async forget({ compositions, releases }) {
      await database.query('delete from site_compositions where number = any ($1)', [compositions])
      await database.query("delete from site_releases where package || '@' || version = any ($1)", [releases])
    },
  }
  return { folders: { ...local, authority }, refresh, refreshPointer, close: database.close }
}

/** Two steps: new pages must not meet an origin that does not have their scripts. */
async function moveEverywhere(
  database: StoreDatabase,
  folders: SiteFolders,
  move: Move,
  newcomer: number,
): Promise<void> {
  const { releases } = await readComposition(folders, newcomer)
  for (const [name, { version }] of Object.entries(releases)) await keepRelease(database, folders, name, version)
  const isNew = await keepComposition(database, folders, newcomer)
  await prepare(database, newcomer)
  try {
    await waitForOrigins(database, newcomer)
    await moveLive(database, { ...move, documents: await readDocuments(folders) })
  } catch (error) {
    await stopPreparing(database, newcomer).catch(() => {})
    // One that nobody got is nothing to go back to.
    if (isNew) await database.query('delete from site_compositions where number = $1', [newcomer]).catch(() => {})
    throw error
  }
}
