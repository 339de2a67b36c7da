import { readdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { createTestSite, type TestSite } from '../testing/test-site'
import { withLock } from './lock'
import { createSiteFolders } from './site-folders'

let site: TestSite

beforeEach(async () => {
  site = await createTestSite()
  await createSiteFolders(site.folders)
})

afterEach(() => site.remove())

const done = async () => 'done'
const hold = (holder: object) => writeFile(site.folders.lock, JSON.stringify(holder))

describe('withLock', () => {
  it('lets one operator work at a time', async () => {
    const nested = withLock(site.folders, () => withLock(site.folders, done))
    await expect(nested).rejects.toThrow(`Another operator is changing the site (process ${process.pid}`)
    expect(await withLock(site.folders, done)).toBe('done')
  })

  it('is free again when the work has failed', async () => {
    const failing = withLock(site.folders, () => Promise.reject(new Error('broken')))
    await expect(failing).rejects.toThrow('broken')
    expect(await withLock(site.folders, done)).toBe('done')
  })

  it('takes over the lock of a process that was killed', async () => {
    await hold({ pid: 2 ** 30, host: hostname() })
    expect(await withLock(site.folders, done)).toBe('done')
    expect(await readdir(site.folders.temporary)).toEqual([])
  })

  it('leaves the lock of another machine alone', async () => {
    await hold({ pid: 2 ** 30, host: 'elsewhere' })
    await expect(withLock(site.folders, done)).rejects.toThrow('on elsewhere')
  })

  it('lets exactly one of many take over a dead lock', async () => {
    await hold({ pid: 2 ** 30, host: hostname() })
    let atWork = 0
    let most = 0
    const work = async () => {
      atWork += 1
      most = Math.max(most, atWork)
      await new Promise((resolve) => setTimeout(resolve, 50))
      atWork -= 1
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => withLock(site.folders, work)))
    expect(most).toBe(1)
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  })
})
