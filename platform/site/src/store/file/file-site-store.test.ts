import { existsSync } from 'node:fs'
import { rm, type writeFile } from 'node:fs/promises'
import { catalogFixture } from '@platform/release/testing/fixture-release'
import { readAuditTrail } from '../../audit/audit-log'
import { withAudit } from '../../audit/with-audit'
import { holdSite, rollBack } from '../../changes/roll-back'
import { describeSiteStore } from '../../testing/describe-site-store'
import { createTestSite, type TestSite } from '../../testing/test-site'
import { fileCopy } from './file-copy'
import { fileSiteStore } from './file-site-store'

const actual = jest.requireActual<{ writeFile: typeof writeFile }>('node:fs/promises')
const mockWriteFile = jest.fn<ReturnType<typeof writeFile>, Parameters<typeof writeFile>>(actual.writeFile)
jest.mock('node:fs/promises', () => ({
  ...jest.requireActual<object>('node:fs/promises'),
  writeFile: (...write: Parameters<typeof mockWriteFile>) => mockWriteFile(...write),
}))

describeSiteStore('a folder', async (folder) => ({
  ada: fileSiteStore(fileCopy(folder)),
  bob: fileSiteStore(fileCopy(folder)),
  close: async () => {},
}))

describe('a folder that is the site', () => {
  it('has no other machines, nothing to refresh and nothing to follow', async () => {
    const store = fileSiteStore(fileCopy('/nowhere'))
    expect([store.isShared, await store.origins(), await store.check(), await store.refresh('all')]).toEqual([
      ...[false, undefined],
      ...[[], []],
    ])
    const none = () => undefined
    const listener = { refresh: async () => {}, serving: none, failure: none, log: { warn: none, error: none } }
    expect(store.follow(listener)).toBeUndefined()
  })
})

describe('a folder on a full disk', () => {
  // The errors of the disk are injected: nothing can be written while nothing has been given up.
  let site: TestSite

  beforeEach(async () => {
    site = await createTestSite()
    await site.goLive()
    await site.publish(catalogFixture({ version: '0.2.0' }))
    await site.activate({ catalog: '0.2.0' })
    mockWriteFile.mockImplementation(async (...[file, ...rest]) => {
      if (!existsSync(site.copy.reserve)) return actual.writeFile(file, ...rest)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
    })
  })
  afterEach(async () => {
    mockWriteFile.mockReset()
    mockWriteFile.mockImplementation(actual.writeFile)
    await site.remove()
  })

  it('can be gone back in, and held, by what was put aside for it', async () => {
    const actor = { kind: 'user', name: 'ada' } as const
    const warnings: string[] = []
    const entry = { action: 'rollback', actor, warn: (message: string) => warnings.push(message) }
    expect(await withAudit(site.store, entry, () => rollBack(site.store))).toMatchObject({ from: 2, to: 1 })
    expect((await site.copy.readPointer())?.live).toBe(1)
    expect(warnings).toEqual([])
    expect((await readAuditTrail(site.store.audit)).entries).toMatchObject([{ action: 'rollback' }])
    await holdSite(site.store, { by: 'ada', reason: 'a full disk' })
    expect(existsSync(site.copy.reserve)).toBe(false)
  })

  it('says so when a release is to be taken in, and puts aside again what there is afterwards', async () => {
    const refusal = site.publish(catalogFixture({ version: '0.3.0' }))
    await expect(refusal).rejects.toThrow('ENOSPC')
    await rm(site.copy.reserve)
    mockWriteFile.mockImplementation(actual.writeFile)
    await site.activate({ catalog: '0.1.0' })
    expect(existsSync(site.copy.reserve)).toBe(true)
  })

  it('is gone back in though the audit log cannot be written, which is said', async () => {
    const warnings: string[] = []
    const audit = { ...site.store.audit, append: () => Promise.reject(new Error('ENOSPC: no space left on device')) }
    const entry = {
      action: 'rollback',
      actor: { kind: 'user', name: 'ada' } as const,
      warn: (it: string) => warnings.push(it),
    }
    await withAudit({ ...site.store, audit }, entry, () => rollBack(site.store))
    expect((await site.copy.readPointer())?.live).toBe(1)
    expect(warnings).toEqual([expect.stringMatching(/audit log could not be written \(rollback\): ENOSPC/)])
  })
})
