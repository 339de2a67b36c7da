import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { createTestSite, type TestSite } from '../../testing/test-site'

let site: TestSite

beforeEach(async () => {
  site = await createTestSite()
})

afterEach(() => site.remove())

const done = async () => 'done'
const exclusively = (work: () => Promise<unknown>) => site.store.exclusive('activate catalog@1.0.0', work)
const leave = (owner: object) =>
  writeFile(site.copy.lease, JSON.stringify({ id: 'x', user: 'ada', action: 'prune', ...owner }))
const GONE = 2 ** 30

describe('withSiteLease', () => {
  it('lets one operator work at a time and says who that is and at what', async () => {
    await expect(exclusively(() => exclusively(done))).rejects.toThrow(
      new RegExp(
        `Another operator is changing the site: .+ on ${hostname()} \\(process ${process.pid}, activate catalog@1`,
      ),
    )
    expect(await exclusively(done)).toBe('done')
  })

  it('takes over the lock of a process that was killed, and clears away what it left', async () => {
    await leave({ pid: GONE, host: hostname() })
    await writeFile(`${site.copy.temporary}/publish~${GONE}~${hostname()}~1`, 'half')
    expect(await exclusively(done)).toBe('done')
    expect(await readdir(site.copy.temporary)).toEqual([])
  })

  it('waits for nobody who has been silent for seconds, whatever machine they were on', async () => {
    // A killed container blocked every rollback until somebody removed its lock: its host's name is another each time.
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

  // Two who had found the same dead lock got it both: the slower one moved away the lock of the faster.
  it.each(Array.from({ length: 12 }, (_, round) => round))('lets one of many take over a dead lock (%d)', async () => {
    await leave({ pid: GONE, host: hostname() })
    let atWork = 0
    let refusals = 0
    let most = 0
    const work = async () => {
      atWork += 1
      // Whoever has it keeps it until nobody else can still come.
      while (atWork + refusals < 16) await new Promise((resolve) => setImmediate(resolve))
      most = Math.max(most, atWork)
    }
    const refuse = () => {
      refusals += 1
    }
    await Promise.all(Array.from({ length: 16 }, () => exclusively(work).catch(refuse)))
    expect([most, refusals]).toEqual([1, 15])
  })
})
