import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keepAuthSecret } from './auth-secret'

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
