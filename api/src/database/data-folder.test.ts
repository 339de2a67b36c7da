import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keepAuthSecret } from '../database/data-folder'

it('makes a secret of its own in each data folder, once, for this user only', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'auth-'))
  const [one, other] = [path.join(folder, 'one'), path.join(folder, 'other')]
  const first = keepAuthSecret(one)
  expect(first).toMatch(/^[\w-]{43}$/)
  expect(keepAuthSecret(one)).toBe(first)
  expect(keepAuthSecret(other)).not.toBe(first)
  expect(statSync(path.join(one, 'auth-secret')).mode & 0o777).toBe(0o600)
  rmSync(folder, { recursive: true })
})
