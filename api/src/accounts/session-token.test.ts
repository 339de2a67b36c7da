import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keepAuthSecret } from './auth-secret'
import { readSession, signSession } from './session-token'

const secret = 'a secret of at least thirty-two letters'
const HOUR = 60 * 60 * 1_000

describe('a session token', () => {
  it('is valid for 12 hours and says whose it is', () => {
    const token = signSession('account-1', secret, 0)
    expect(readSession(token, [secret], 12 * HOUR - 1)).toMatchObject({ sub: 'account-1', exp: 12 * HOUR })
    expect(readSession(token, [secret], 12 * HOUR)).toBeUndefined()
  })

  it('is another one each time, of printable text', () => {
    const [first, second] = [signSession('account-1', secret), signSession('account-1', secret)]
    expect(first).not.toBe(second)
    expect(first).toMatch(/^[\w.-]+$/)
  })

  const claims = Buffer.from(JSON.stringify({ sub: 'admin', exp: 9e15, jti: 'x' })).toString('base64url')
  const [, payload = '', signature = ''] = signSession('account-1', secret).split('.')

  it.each([
    ['nothing', ''],
    ['other text', 'hello'],
    ['other claims under our signature', `s1.${claims}.${signature}`],
    ['the signature of another secret', `s1.${claims}.${createHmac('sha256', 'x').update(claims).digest('base64url')}`],
    ['no signature', `s1.${payload}.`],
    ['half a signature', `s1.${payload}.${signature.slice(0, 20)}`],
    ['another version', `s2.${payload}.${signature}`],
    ['a part more', `s1.${payload}.${signature}.x`],
    ['a JSON web token without algorithm', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
  ])('is not %s', (_name, token) => {
    expect(readSession(token, [secret])).toBeUndefined()
  })

  it('outlives a change of the secret while the one before is still believed', () => {
    const before = signSession('account-1', secret)
    const next = `${secret} of tomorrow`
    expect(readSession(before, [next, secret])).toMatchObject({ sub: 'account-1' })
    expect(readSession(signSession('account-1', next), [next, secret])).toMatchObject({ sub: 'account-1' })
    expect(readSession(before, [next])).toBeUndefined()
  })

  it('of one secret is nothing to another', () => {
    expect(readSession(signSession('account-1', secret), [`${secret}!`])).toBeUndefined()
  })
})

describe('keepAuthSecret', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'auth-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('makes a secret once, for this user only, and keeps it', () => {
    const dataDir = path.join(folder, 'new')
    const first = keepAuthSecret(dataDir)
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(keepAuthSecret(dataDir)).toBe(first)
    expect(statSync(path.join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600)
  })

  it('is the same in two data folders only by accident', () => {
    expect(keepAuthSecret(path.join(folder, 'a'))).not.toBe(keepAuthSecret(path.join(folder, 'b')))
  })

  it('leaves a secret that was there', () => {
    writeFileSync(path.join(folder, 'auth-secret'), 'kept')
    expect(keepAuthSecret(folder)).toBe('kept')
  })
})
