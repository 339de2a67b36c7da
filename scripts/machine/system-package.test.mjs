import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withoutServices } from './system-package.mjs'

let folder
let policy

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'policy-'))
  policy = path.join(folder, 'policy-rc.d')
})
afterEach(() => rmSync(folder, { recursive: true }))

const ask = () => spawnSync(policy, ['postgresql', 'start'], { stdio: 'ignore' }).status

describe('packages of the system', () => {
  it('may start no service while they are installed', () => {
    expect(withoutServices(ask, policy)).toBe(101)
    expect(existsSync(policy)).toBe(false)
  })

  it('may again when the installation has failed', () => {
    const fail = () => {
      throw new Error('no network')
    }
    expect(() => withoutServices(fail, policy)).toThrow('no network')
    expect(existsSync(policy)).toBe(false)
  })

  it('keep to the policy that the owner of the machine has', () => {
    writeFileSync(policy, '#!/bin/sh\nexit 104\n', { mode: 0o755 })
    expect(withoutServices(ask, policy)).toBe(104)
    expect(readFileSync(policy, 'utf8')).toContain('exit 104')
  })

  it('may start theirs when a process that was killed has left its policy behind', () => {
    const left = withoutServices(() => readFileSync(policy, 'utf8'), policy)
    const { pid } = spawnSync('true')
    writeFileSync(policy, left.replace(`kill -0 ${process.pid}`, `kill -0 ${pid}`), { mode: 0o755 })
    expect(ask()).toBe(0)
    expect(withoutServices(ask, policy)).toBe(101)
    expect(existsSync(policy)).toBe(false)
  })

  it('are installed where there is no such policy at all', () => {
    expect(withoutServices(() => 'installed', path.join(folder, 'nowhere/policy-rc.d'))).toBe('installed')
  })
})
