import { randomUUID } from 'node:crypto'
import { Refusal } from '@platform/base/errors/refusal'
import { readComposition } from '@platform/compose/composition/composition'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { nextNumberAfter } from '../../model/pointer'
import { createSiteFolders } from '../../model/site-layout'
import { auditFile, seenHead } from '../file/audit-file'
import { followPointer, readDocumentFiles, writePin } from '../file/document-files'
import { pruneCopy } from '../file/file-site-store'
import { nameOperator, withSiteLease } from '../file/site-leases'
import { healthRows } from '../health-store'
import type { SiteCopy, SiteStore } from '../site-store'
import { addRelease, readManifest, verifyArchives } from './archives'
import { auditRows } from './audit-rows'
import { dropUnnamedRows, listNumbers, restoreNamedRows } from './blob-rows'
import { changeLive, signRows } from './change-live'
import { checkStore } from './check-store'
import { connectStore, type StoreDatabase } from './connect-store'
import { addMissingDocuments, changeDocumentRow, pinFirst, pullRows, readDocumentRow } from './documents'
import { followStore } from './follow-store'
import { readLive, readTime, rememberLive, verifyPointer } from './live-row'
import { mirrorComposition, mirrorStore } from './mirror'
import { listOrigins } from './origin-rows'

export type PostgresOptions = {
  operator?: (action: string) => string
  onLost?: (error: Error) => void
}

export function postgresSiteStore(url: string, copy: SiteCopy, options: PostgresOptions = {}): SiteStore {
  const { operator = nameOperator, onLost } = options
  const database = connectStore(url, onLost)
  const readVerified = async () => {
    const row = await readLive(database)
    const { revision: signedRevision, ...trusted } = await verifyPointer(copy, row)
    return { ...row, ...trusted, signedRevision }
  }
  const store: SiteStore = {
    copy,
    audit: auditRows(database, auditFile(copy), seenHead(copy, 'sharedRecord')),
    health: healthRows(database),
    isShared: true,
    async refresh(scope) {
      await createSiteFolders(copy)
      const { pointer, signedRevision, problem } = await readVerified()
      const documents = await pullRows(database, copy)
      if (pointer) await followPointer(copy, pointer)
      await rememberLive(copy, signedRevision)
      const problems = [...(problem ? [problem] : []), ...documents]
      const pulled = scope === 'all' ? (await mirrorStore(database, copy)).errors : []
      return [...problems, ...pulled.map(({ message }) => message)]
    },
    now: () => readTime(database),
    async live() {
      const { revision, pointer, documents } = await readVerified()
      return { revision: String(revision), pointer: pointer ?? (await copy.readPointer()), documents }
    },
    moveLive: (from, change, options) => changeLive(database, copy, from, change, options),
    exclusive: (action, work) =>
      withOperatorLease(database, operator(action), async () => {
        await store.refresh('all')
        await restoreNamedRows(database, copy)
        await addMissingDocuments(database, copy, await readDocumentFiles(copy))
        return withSiteLease(copy, action, work)
      }),
    readDocument: async (name) => (await readDocumentRow(database, copy, name)).value,
    changeDocument: (name, change) => changeDocumentRow(database, copy, name, change),
    compositions: () => listNumbers(database),
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
    addRelease: (name, version) =>
      addRelease(database, copy, `${name}@${version}`, copy.release(name, version), { isNew: true }),
    async pinIntegrity(name, version, integrity) {
      const kept = await pinFirst(database, copy, `${name}@${version}`, integrity)
      if (kept !== (await copy.readPin(name, version))) await writePin(copy, name, version, kept)
      return kept
    },
    async prune(choice) {
      const pruned = await pruneCopy(copy, choice)
      // Keeps what a concurrent rollback has made live.
      await database.query(
        `delete from site_documents where name = any ($1) and name not in (
           select 'composition/' || (pointer ->> 'live') from site_live where pointer is not null)`,
        [pruned.compositions.map((number) => `composition/${number}`)],
      )
      const releases = pruned.releases.map((release) => `release/${release}`)
      await database.query('delete from site_documents where name = any ($1)', [releases])
      await dropUnnamedRows(database, copy)
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

const BEAT_MS = 2_000
const HELD = "interval '10 seconds'"

/** Uses a row with a heartbeat, because a pooler loses session locks. */
async function withOperatorLease<T>(database: StoreDatabase, operator: string, work: () => Promise<T>): Promise<T> {
  const token = randomUUID()
  const [mine] = await database.query(
    `insert into site_lock (token, operator, since, seen_at) values ($1, $2, now(), now())
     on conflict (id) do update set token = $1, operator = $2, since = now(), seen_at = now()
     where site_lock.seen_at < now() - ${HELD} returning token`,
    [token, operator],
  )
  if (!mine) throw await busy(database)
  const beat = setInterval(() => {
    // The next beat makes up for a missed one; compare-and-swap detects a lost lease.
    database.query('update site_lock set seen_at = now() where token = $1', [token]).catch(() => {})
  }, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await database.query('delete from site_lock where token = $1', [token]).catch(() => {})
  }
}

async function busy(database: StoreDatabase): Promise<Refusal> {
  const [holder] = await database.query<{ operator: string; seconds: number }>(
    'select operator, extract(epoch from now() - since)::integer as seconds from site_lock',
  )
  const who = holder
    ? `${holder.operator} has been changing the site for ${holder.seconds} s`
    : 'It was another operator'
  return new Refusal(`${who}. Nothing was changed; try again when that has finished.`)
}
