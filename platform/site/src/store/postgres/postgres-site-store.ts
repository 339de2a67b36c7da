import { listCompositions, readComposition } from '@platform/compose/composition/composition'
import { nextNumberAfter } from '../../model/next-number'
import { nextPointer, servedCompositions } from '../../model/pointer'
import { createSiteFolders } from '../../model/site-layout'
import { auditFile } from '../file/audit-file'
import { readDocumentFiles, serialiseDocuments, writeDocumentFiles } from '../file/document-files'
import { pruneCopy } from '../file/file-site-store'
import { writePin } from '../file/pin-files'
import { followPointer } from '../file/pointer-file'
import { nameOperator, withSiteLease } from '../file/site-leases'
import type { SiteCopy } from '../site-copy'
import type { SiteStore } from '../site-store'
import { addComposition, addRelease, listKeptCompositions } from './archives'
import { auditRows } from './audit-rows'
import { checkStore } from './check-store'
import { connectStore, type StoreDatabase } from './connect-store'
import { pinFirst, pullDocuments, pushDocuments } from './documents'
import { followStore } from './follow-store'
import { healthRows } from './health-rows'
import { type Move, moveLive, prepare, readLive, stopPreparing } from './live-row'
import { mirrorComposition, mirrorStore } from './mirror'
import { withOperatorLease } from './operator-lease'
import { listOrigins, waitForOrigins } from './origin-rows'

/** Nothing was ever live by the database. */
const FIRST = '0'

export type PostgresOptions = {
  /** This process, as other operators read of it. */
  operator?: (action: string) => string
  /** Called with each connection that dies. */
  onLost?: (error: Error) => void
}

/** The site of several machines: PostgreSQL decides, and the copy of each follows. */
export function postgresSiteStore(url: string, copy: SiteCopy, options: PostgresOptions = {}): SiteStore {
  const { operator = nameOperator, onLost } = options
  const database = connectStore(url, onLost)
  const store: SiteStore = {
    copy,
    audit: auditRows(database, auditFile(copy)),
    health: healthRows(database),
    isShared: true,
    async refresh(scope) {
      await createSiteFolders(copy)
      const { pointer } = await readLive(database)
      await pullDocuments(database, copy)
      // Also when it is damaged: a rollback starts from it.
      if (pointer) await followPointer(copy, pointer)
      return scope === 'all' ? (await mirrorStore(database, copy)).errors : []
    },
    async live() {
      const { revision, pointer } = await readLive(database)
      // Before the first change the site is what the folder was that is shared from now on.
      return { revision: String(revision), pointer: pointer ?? (await copy.readPointer()) }
    },
    async moveLive(from, change, documents = {}) {
      const pointer = nextPointer(from.pointer, change, new Date())
      const served = from.revision === FIRST ? [] : servedCompositions(from.pointer)
      const newcomer = servedCompositions(pointer).find((number) => !served.includes(number))
      const contents = { ...(await readDocumentFiles(copy)), ...serialiseDocuments(copy, documents) }
      const revision = Number(from.revision)
      const move = { revision, pointer, operator: operator('change what is live'), documents: contents }
      await moveEverywhere(database, copy, move, newcomer)
      await writeDocumentFiles(copy, contents)
      await followPointer(copy, pointer)
      return { revision: String(revision + 1), pointer }
    },
    exclusive: (action, work) =>
      withOperatorLease(database, operator(action), async () => {
        await store.refresh('all')
        const result = await withSiteLease(copy, action, work)
        await pushDocuments(database, await readDocumentFiles(copy))
        return result
      }),
    async saveDocuments(documents) {
      const contents = serialiseDocuments(copy, documents)
      await pushDocuments(database, contents)
      await writeDocumentFiles(copy, contents)
    },
    compositions: async () => (await listKeptCompositions(database)).map(({ number }) => number),
    async nextNumber() {
      const atLeast = nextNumberAfter(await listCompositions(copy), await copy.readPointer())
      const sequence = 'site_composition_numbers'
      const [row] = await database.query<{ number: number }>(
        `select setval('${sequence}', greatest(nextval('${sequence}'), $1::integer))::integer as number`,
        [atLeast],
      )
      if (!row) throw new Error(`The sequence ${sequence} has no number`)
      return row.number
    },
    async ensureComposition(number) {
      await mirrorComposition(database, copy, number)
      return readComposition(copy, number)
    },
    addRelease: (name, version) => addRelease(database, copy, name, version),
    async pinIntegrity(name, version, integrity) {
      const kept = await pinFirst(database, { package: name, version, integrity })
      if (kept !== (await copy.readPin(name, version))) await writePin(copy, name, version, kept)
      return kept
    },
    async prune(choice) {
      const pruned = await pruneCopy(copy, choice)
      await database.query('delete from site_compositions where number = any ($1)', [pruned.compositions])
      await database.query("delete from site_releases where package || '@' || version = any ($1)", [pruned.releases])
      return pruned
    },
    origins: () => listOrigins(database),
    check: () => checkStore(database),
    follow: (listener) => followStore({ database, copy, ...listener }),
    close: database.close,
  }
  return store
}

/** Two steps: new pages must not meet an origin that does not have their scripts. What is taken back needs one alone. */
async function moveEverywhere(
  database: StoreDatabase,
  copy: SiteCopy,
  move: Move,
  newcomer: number | undefined,
): Promise<void> {
  if (newcomer === undefined) return moveLive(database, move)
  const isNew = await addComposition(database, copy, newcomer)
  await prepare(database, newcomer)
  try {
    await waitForOrigins(database, newcomer)
    await moveLive(database, move)
  } catch (error) {
    await stopPreparing(database, newcomer).catch(() => {})
    // One that nobody got is nothing to go back to.
    if (isNew) await database.query('delete from site_compositions where number = $1', [newcomer]).catch(() => {})
    throw error
  }
}
