import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Lease, takeLease } from './lease'

const { stat: found } = jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises')
const look = jest.fn((file: string): Promise<unknown> => found(file))
jest.mock('node:fs/promises', () => ({
  ...jest.requireActual('node:fs/promises'),
  stat: (file: string) => look(file),
}))

let temporary: string
const refuse = () => new Error('somebody holds it')
const options = (patienceMs = 0) => ({ action: 'a test', temporary, patienceMs, refuse })
const held = () => path.join(temporary, 'lock')

beforeEach(async () => {
  look.mockReset().mockImplementation(found)
  temporary = await mkdtemp(path.join(tmpdir(), 'lease-'))
})
afterEach(() => rm(temporary, { recursive: true }))

const waiting = async () => (await readdir(temporary)).filter((name) => name.startsWith('lease~'))

describe('a lease', () => {
  it('is not lost to the next by whoever has waited long for it', async () => {
    // A process that had waited longer than the silence limit took the lease with its arrival time and counted as dead.
    const lease = await takeLease(held(), options())
    const [first] = await waiting()
    const patient = takeLease(held(), options(10_000))
    while ((await waiting()).length < 2) await new Promise((resolve) => setImmediate(resolve))
    const [second = ''] = (await waiting()).filter((name) => name !== first)
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(path.join(temporary, second), longAgo, longAgo)
    await lease.release()
    const late = await patient
    await expect(takeLease(held(), options())).rejects.toThrow('somebody holds it')
    await late.assertHeld()
    await late.release()
  })

  it('is not taken from the next by whoever comes as it is given back', async () => {
    // A missing lease counted as dead, and its removal deleted the lease that another process had just taken.
    const first = await takeLease(held(), options())
    let next: Lease | undefined
    look.mockImplementationOnce(async (file) => {
      await first.release()
      return found(file)
    })
    look.mockImplementationOnce(async (file) => {
      const seen = await found(file).catch(() => undefined)
      next = await takeLease(held(), options())
      if (!seen) throw new Error('it was not there')
      return seen
    })
    const late = await takeLease(held(), options(10_000))
    look.mockImplementation(found)
    await late.assertHeld()
    expect(next).toBeUndefined()
    await late.release()
  })
})
