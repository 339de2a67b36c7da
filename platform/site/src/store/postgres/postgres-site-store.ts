import { readComposition } from '@platform/compose/composition/composition'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { nextNumberAfter } from '../../model/next-number'
import { createSiteFolders } from '../../model/site-layout'
import { auditFile } from '../file/audit-file'
import { readDocumentFiles } from '../file/document-files'
import { pruneCopy } from '../file/file-site-store'
import { writePin } from '../file/pin-files'
import { followPointer } from '../file/pointer-file'
import { seenHead } from '../file/seen-file'
import { nameOperator, withSiteLease } from '../file/site-leases'
import type { SiteCopy } from '../site-copy'
import type { SiteStore } from '../site-store'
import { addRelease, listKeptCompositions, readManifest, verifyArchives } from './archives'
import { auditRows } from './audit-rows'
import { changeLive } from './change-live'
import { checkStore } from './check-store'
import { connectStore } from './connect-store'
import { addMissingDocuments, changeDocumentRow, pullDocuments, readDocumentRow } from './documents'
import { followStore } from './follow-store'
import { healthRows } from './health-rows'
import { readLive, readTime } from './live-row'
import { mirrorComposition, mirrorStore } from './mirror'
import { dropUnnamedRows, restoreNamedRows } from './named-blobs'
import { withOperatorLease } from './operator-lease'
import { listOrigins } from './origin-rows'
import { pinFirst, pullPins } from './pin-rows'
import { signRows } from './sign-rows'
import { rememberLive, verifyPointer } from './verified-pointer'

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
  const readVerified = async () => {
    const row = await readLive(database)
    const { revision: signedRevision, ...believed } = await verifyPointer(copy, row)
    return { ...row, ...believed, signedRevision }
  }
  const store: SiteStore = {
    copy,
    audit: auditRows(database, auditFile(copy), seenHead(copy, 'sharedRecord')),
    health: healthRows(database),
    isShared: true,
    async refresh(scope) {
      await createSiteFolders(copy)
      const { pointer, signedRevision, problem } = await readVerified()
      const documents = [...(await pullDocuments(database, copy)), ...(await pullPins(database, copy))]
      // Also when it is damaged: a rollback starts from it.
      if (pointer) await followPointer(copy, pointer)
      await rememberLive(copy, signedRevision)
      const problems = [...(problem ? [problem] : []), ...documents]
      const pulled = scope === 'all' ? (await mirrorStore(database, copy)).errors : []
      return [...problems, ...pulled.map(({ message }) => message)]
    },
    now: () => readTime(database),
    async live() {
      const { revision, pointer, documents } = await readVerified()
      // Before the first change the site is what the folder was that is shared from now on.
      return { revision: String(revision), pointer: pointer ?? (await copy.readPointer()), documents }
    },
    moveLive: (from, change, options) => changeLive({ database, copy }, from, change, options),
    exclusive: (action, work) =>
      withOperatorLease(database, operator(action), async () => {
        await store.refresh('all')
        await restoreNamedRows(database, copy)
        // The first machine brings along what its folder had.
        await addMissingDocuments(database, copy, await readDocumentFiles(copy))
        return withSiteLease(copy, action, work)
      }),
    readDocument: async (name) => (await readDocumentRow(database, copy, name)).value,
    changeDocument: (name, change) => changeDocumentRow(database, copy, name, change),
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
    readComposition: async (number) => (await readManifest(database, copy, number)).outline,
    verifyComposition: (composition, shown) => verifyArchives(database, composition, shown),
    async ensureComposition(number) {
      await mirrorComposition(database, copy, number)
      return readComposition(copy, number)
    },
    addRelease: (name, version) => addRelease(database, copy, name, version, { isNew: true }),
    async pinIntegrity(name, version, integrity) {
      const kept = await pinFirst(database, copy, { package: name, version, integrity })
      if (kept !== (await copy.readPin(name, version))) await writePin(copy, name, version, kept)
      return kept
    },
    async prune(choice) {
      const pruned = await pruneCopy(copy, choice)
      // A rollback waits for nobody: what it has made live meanwhile stays.
      await database.query(
        `delete from site_compositions where number = any ($1)
           and number not in (select (pointer ->> 'live')::integer from site_live where pointer is not null)`,
        [pruned.compositions],
      )
      await dropUnnamedRows(database, copy)
      await database.query("delete from site_releases where package || '@' || version = any ($1)", [pruned.releases])
      return pruned
    },
    signAll: (signer, options) => signRows(database, copy, signer, options),
    origins: () => listOrigins(database),
    check: () => checkStore(database, copy),
    follow: (listener) => followStore({ database, copy, ...listener }),
    close: database.close,
  }
  return store
}
