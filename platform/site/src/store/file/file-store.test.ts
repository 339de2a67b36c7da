import { existsSync } from 'node:fs'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { catalogFixture } from '@platform/release/testing/fixture-release'
import { readAuditLog } from '../../audit/audit-log'
import { withAudit } from '../../audit/with-audit'
import { prune } from '../../changes/prune-site'
import { holdSite, rollBack } from '../../changes/roll-back'
import { openFolder } from '../../open/open-site'
import { describeSiteStore } from '../../testing/describe-site-store'
import { setUpSite } from '../../testing/test-site'
import { fileCopy } from './file-copy'

const actual = jest.requireActual<{ writeFile: typeof writeFile }>('node:fs/promises')
const mockWriteFile = jest.fn<ReturnType<typeof writeFile>, Parameters<typeof writeFile>>(actual.writeFile)
jest.mock('node:fs/promises', () => ({
  ...jest.requireActual<object>('node:fs/promises'),
  writeFile: (...write: Parameters<typeof mockWriteFile>) => mockWriteFile(...write),
}))

describeSiteStore('a folder', async (folder) => ({
  ada: openFolder(fileCopy(folder)),
  bob: openFolder(fileCopy(folder)),
  close: async () => {},
}))

describe('a folder on a full disk', () => {
  const site = setUpSite(async (two) => {
    await two.goLive()
    await two.publish(catalogFixture({ version: '0.2.0' }))
    await two.activate({ catalog: '0.2.0' })
  })

  beforeEach(() => {
    // Injected disk errors stop all writes until the reserve is given up.
    mockWriteFile.mockImplementation(async (...[file, ...rest]) => {
      if (!existsSync(site.copy.reserve)) return actual.writeFile(file, ...rest)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
    })
  })
  afterEach(() => void mockWriteFile.mockReset().mockImplementation(actual.writeFile))

  const actor = { kind: 'user', name: 'ada' } as const

  const undoAudited = async (audit = site.store.audit) => {
    const warnings: string[] = []
    const entry = { action: 'rollback', actor, warn: (message: string) => warnings.push(message) }
    const undone = await withAudit({ ...site.store, audit }, entry, () => rollBack(site.store))
    expect([undone, (await site.copy.readPointer())?.live]).toMatchObject([{ from: 2, to: 1 }, 1])
    return warnings
  }

  it('can be gone back in, and held, by what was put aside for it', async () => {
    expect(await undoAudited()).toEqual([])
    expect((await readAuditLog(site.store.audit)).entries).toMatchObject([{ action: 'rollback' }])
    await holdSite(site.store, { by: 'ada', reason: 'a full disk' })
    expect(existsSync(site.copy.reserve)).toBe(false)
  })

  // A refused command spent the room that a rollback needs, and "prune" could not start.
  it('keeps what was put aside when a command is refused, and can be pruned', async () => {
    const refused = withAudit(site.store, { action: 'activate', actor }, () => site.activate({ catalog: '0.1.0' }))
    await expect(refused).rejects.toThrow('ENOSPC')
    expect(existsSync(site.copy.reserve)).toBe(true)
    await expect(prune(site.store)).resolves.toEqual({ compositions: [], releases: [] })
    expect(existsSync(site.copy.reserve)).toBe(true)
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
    const audit = { ...site.store.audit, append: () => Promise.reject(new Error('ENOSPC: no space left on device')) }
    expect(await undoAudited(audit)).toEqual([
      expect.stringMatching(/audit log could not be written \(rollback\): ENOSPC/),
    ])
  })
})

describe('the lease of a folder', () => {
  const site = setUpSite(async () => {})
  const done = async () => 'done'
  const exclusively = (work: () => Promise<unknown>) => site.store.exclusive('activate catalog@1.0.0', work)
  const leave = (owner: object) =>
    writeFile(site.copy.lease, JSON.stringify({ id: 'x', user: 'ada', action: 'prune', ...owner }))
  const GONE = 2 ** 30

  it('takes over the lock of a process that was killed, and clears away what it left', async () => {
    await leave({ pid: GONE, host: hostname() })
    await writeFile(`${site.copy.temporary}/publish~${GONE}~${hostname()}~1`, 'half')
    expect(await exclusively(done)).toBe('done')
    expect(await readdir(site.copy.temporary)).toEqual([])
  })

  it('waits for nobody who has been silent for seconds, whatever machine they were on', async () => {
    // A killed container's lock blocked every rollback until its removal: a new container has another host name.
    await leave({ pid: GONE, host: 'elsewhere' })
    await expect(exclusively(done)).rejects.toThrow(`ada on elsewhere (process ${GONE}, prune)`)
    const silent = new Date(Date.now() - 6_000)
    await utimes(site.copy.lease, silent, silent)
    expect(await exclusively(done)).toBe('done')
  })

  it('tells a holder that was silent for too long, before it changes anything', async () => {
    const taken = site.store.exclusive('activate', async ({ assertHeld }) => {
      await leave({ pid: GONE, host: 'elsewhere' })
      await assertHeld()
    })
    await expect(taken).rejects.toThrow('Another operator took over while this process was silent (ada on elsewhere')
    expect(await readFile(site.copy.lease, 'utf8')).toContain('elsewhere')
  })

  // Two finders of the same stale lock both got it: the slower moved the faster one's lock away.
  it('lets one of many take over a dead lock', async () => {
    for (let round = 0; round < 12; round += 1) {
      await leave({ pid: GONE, host: hostname() })
      let [atWork, refusals, most] = [0, 0, 0]
      const work = async () => {
        atWork += 1
        while (atWork + refusals < 16) await new Promise((resolve) => setImmediate(resolve))
        most = Math.max(most, atWork)
      }
      const refuse = () => {
        refusals += 1
      }
      await Promise.all(Array.from({ length: 16 }, () => exclusively(work).catch(refuse)))
      expect([most, refusals]).toEqual([1, 15])
    }
  })
})
