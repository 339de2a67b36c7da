import * as argon2 from '@node-rs/argon2'
import { ApiError } from '../errors/api-error'
import { limitWork } from './limit-work'
import { createPasswords } from './passwords'

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual('@node-rs/argon2')
  return { ...real, verify: jest.fn(real.verify) }
})
const verify = jest.mocked(argon2.verify)

describe('createPasswords', () => {
  const passwords = createPasswords()

  it('knows a password again, and salts every hash', async () => {
    const [first, second] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')]
    expect(first).not.toBe(second)
    expect(await passwords.matches('correct horse', first)).toBe(true)
    expect(await passwords.matches('correct horsf', first)).toBe(false)
  })

  it('does the same work for an account that does not exist as for one that does', async () => {
    const stored = await passwords.hash('correct horse')
    verify.mockClear()
    await passwords.matches('wrong horse', stored)
    await passwords.matches('wrong horse', undefined)
    const costs = verify.mock.calls.map(([against]) => /\$(m=.+?)\$/.exec(String(against))?.[1])
    expect(costs).toEqual(['m=19456,t=2,p=1', 'm=19456,t=2,p=1'])
  })

  it('matches nothing without an account', async () => {
    expect(await passwords.matches('', undefined)).toBe(false)
  })
})

describe('limitWork', () => {
  it('runs so many at once, lets so many wait, and refuses the rest with 503', async () => {
    const inTurn = limitWork({ running: 4, waiting: 6 })
    let active = 0
    let most = 0
    const endings: (() => void)[] = []
    const work = async () => {
      active += 1
      most = Math.max(most, active)
      await new Promise<void>((resolve) => endings.push(resolve))
      active -= 1
    }
    const all = Promise.allSettled(Array.from({ length: 20 }, () => inTurn(work)))
    let isOver = false
    void all.then(() => {
      isOver = true
    })
    for (; !isOver; await new Promise((resolve) => setImmediate(resolve))) endings.shift()?.()
    const results = await all
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(most).toBe(4)
    expect(refused).toHaveLength(10)
    for (const error of refused) {
      expect(error).toBeInstanceOf(ApiError)
      expect(error.refusal).toMatchObject({ status: 503, retryAfterSeconds: 5 })
    }
  })

  it('goes on after work that failed', async () => {
    const inTurn = limitWork({ running: 1, waiting: 5 })
    const failing = inTurn(() => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    await expect(inTurn(async () => 'done')).resolves.toBe('done')
  })
})
