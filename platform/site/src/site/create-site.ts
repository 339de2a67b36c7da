import { readComposition } from '@platform/compose/composition/composition'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { openAuditLog } from '../audit/audit-log'
import type { HealthStore } from '../model/health-figures'
import { nextNumberAfter } from '../model/pointer'
import { createSiteFolders } from '../model/site-layout'
import { checkStore } from '../sharing/check-store'
import { followStore } from '../sharing/follow-store'
import { pullAll, pullDocuments, pullOne } from '../sharing/pull'
import { addRelease, findNamed, restoreMissing } from '../sharing/share'
import { readManifest } from '../sharing/signed-rows'
import { rememberLive } from '../sharing/verify-live'
import { verifyParts } from '../sharing/verify-parts'
import type { SiteParts } from '../store/file/file-copy'
import { followPointer } from '../store/file/pointer-file'
import { listNumbers } from '../store/site-store'
import { changeDocument, pinFirst, readVerified } from './change-row'
import { moveLive, readLive, signAll } from './move-live'
import type { Site } from './site'

const NUMBER = 'number/last'

/** One site, whatever store it has. */
export function createSite(parts: SiteParts, health: HealthStore, close = async () => {}): Site {
  const { copy, local, store } = parts
  const isShared = store !== local
  const site: Site = {
    copy,
    audit: openAuditLog(parts),
    health,
    isShared,
    async refresh(scope) {
      if (!isShared) return []
      await createSiteFolders(copy)
      const { problem, pointer, signedRevision } = await readLive(parts)
      const problems = [...(problem ? [problem] : []), ...(await pullDocuments(parts))]
      if (pointer) await followPointer(copy, pointer)
      await rememberLive(copy, signedRevision)
      const pulled = scope === 'all' ? (await pullAll(parts)).errors : []
      return [...problems, ...pulled.map(({ message }) => message)]
    },
    now: async () => (await store.poll()).now,
    async live() {
      const { revision, pointer, documents } = await readLive(parts)
      return { revision, pointer: pointer ?? (await copy.readPointer()), documents }
    },
    moveLive: (from, change, options) => moveLive(parts, from, change, options),
    exclusive: (action, work) => {
      if (!isShared) return store.lease(action, work)
      return store.lease(action, async () => {
        await site.refresh('all')
        await restoreMissing(parts)
        return local.lease(action, work)
      })
    },
    readDocument: async (name) => (await readVerified(parts, name)).value,
    changeDocument: (name, change) => changeDocument(parts, name, change),
    compositions: () => listNumbers(store),
    async nextNumber() {
      for (;;) {
        const [last] = await store.read(NUMBER)
        const kept = [...(await listCompositions(copy)), Number(last?.content) || 0]
        const number = nextNumberAfter(kept, await copy.readPointer())
        const { revision } = last ?? { revision: 0 }
        const row = { name: NUMBER, content: String(number), revision: revision + 1, signature: null }
        if (await store.swap({ rows: [row], unchanged: { [NUMBER]: revision } })) return number
      }
    },
    readComposition: async (number) => (await readManifest(store, copy, number)).outline,
    verifyComposition: (composition, shown) => verifyParts(parts, composition, shown),
    async ensureComposition(number) {
      if (isShared) await pullOne(parts, number)
      return readComposition(copy, number)
    },
    addRelease: async (name, version) => {
      if (isShared) await addRelease(parts, name, version, { isNew: true })
    },
    pinIntegrity: (name, version, integrity) => pinFirst(parts, `${name}@${version}`, integrity),
    signAll: (signer, options) => signAll(parts, signer, options),
    async prune(choice) {
      const both = new Set([local, store])
      const compositions = choice.compositions(await copy.readPointer(), await listCompositions(copy))
      for (const it of both) await it.drop(compositions.map((number) => `composition/${number}`))
      const releases = (await choice.releases()).map((it) => `${it.package}@${it.version}`)
      for (const it of both) {
        await it.drop(
          releases.map((name) => `release/${name}`),
          await findNamed(copy, it),
        )
      }
      return { compositions, releases }
    },
    origins: async () => (await store.poll()).origins,
    check: async () => (isShared ? checkStore(parts, health) : []),
    follow: (listener) => (isShared ? followStore(parts, listener) : undefined),
    close,
  }
  return site
}
