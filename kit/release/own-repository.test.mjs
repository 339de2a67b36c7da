import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nextVersion } from './own-repository.mjs'

const before = process.cwd()
const git = (...args) => execFileSync('git', ['-c', 'user.name=Events', '-c', 'user.email=e@example.com', ...args])
let folder

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'own-repository-'))
  process.chdir(folder)
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message', 'feat: begin')
})
afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true })
})

it('the first release of a remote is 1.0.0, and one without a commit since the last is refused', () => {
  expect(nextVersion()).toBe('1.0.0')
  git('tag', 'v1.0.0')
  expect(nextVersion).toThrow('There is no commit since v1.0.0')
})

it.each([
  [['fix: a typing error'], '1.2.4'],
  [['fix: a typing error', 'feat(list): sort by day', 'docs: say so'], '1.3.0'],
  [['feat: sort', 'refactor!: another address'], '2.0.0'],
  [['fix: dates\n\nBREAKING CHANGE: days are in UTC'], '2.0.0'],
])('after the commits %j since 1.2.3 comes %s', (messages, version) => {
  git('tag', 'v1.2.3')
  for (const message of messages) git('commit', '--quiet', '--allow-empty', '--message', message)
  expect(nextVersion()).toBe(version)
})
