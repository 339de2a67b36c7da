import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { kit } from '../lib/places.cjs'
import { assertCommitted, nextVersion, previewVersion, pushVersion } from './own-repository.mjs'

const before = process.cwd()
const identity = ['-c', 'user.name=Events', '-c', 'user.email=e@example.com']
const git = (...args) => execFileSync('git', [...identity, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
const commit = (message) => git('commit', '--quiet', '--allow-empty', '--message', message)
let folder

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'own-repository-'))
  process.chdir(folder)
  git('init', '--quiet')
  commit('feat: begin')
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
  for (const message of messages) commit(message)
  expect(nextVersion()).toBe(version)
})

// The second run took the failed version for a finished one, and deleted the colleague's tag.
it('a version that a colleague has given to another commit is not given again', () => {
  git('tag', 'v1.0.0')
  commit('feat: theirs')
  git('tag', 'v1.1.0')
  git('reset', '--quiet', '--hard', 'v1.0.0')
  commit('feat: ours')
  expect(nextVersion).toThrow('git pull --rebase')
})

// The registry refused an amended preview, CI was green, and the link showed the build before.
it('an amended preview has another version, and a failed one ends the workflow', () => {
  const later = { ...process.env, GIT_COMMITTER_DATE: '2030-01-01T00:00:00Z' }
  const amend = ['commit', '--quiet', '--amend', '--allow-empty', '--no-edit']
  execFileSync('git', [...identity, ...amend], { env: later })
  expect(previewVersion('1.2.3', 'pr12')).toBe('1.2.4-pr12.1893456000')

  const workflow = readFileSync(path.join(kit, 'template/repository/_github/workflows/release.yml'), 'utf8')
  const [script] = /(?<=run: \|\n)(?: {10}.+\n)+/.exec(workflow)
  writeFileSync('npm', "#!/bin/sh\necho '__name__@1.2.4-pr12.1 is built'\nexit 3\n", { mode: 0o755 })
  writeFileSync('gh', '#!/bin/sh\n', { mode: 0o755 })
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
  expect(spawnSync('bash', ['-e', '-c', script], { env })).toMatchObject({ status: 3 })
})

// The team's private key was to be committed, or the release was refused.
it('the keys that the README lets a team make are not committed', () => {
  cpSync(path.join(kit, 'template/repository/_gitignore'), '.gitignore')
  for (const file of ['events.key', 'events.pem']) writeFileSync(file, 'key')
  git('add', '--all')
  expect(git('diff', '--cached', '--name-only')).toBe('.gitignore')
  commit('chore: ignore keys')
  expect(() => assertCommitted('events')).not.toThrow()
})

describe('a version that is pushed', () => {
  beforeEach(() => {
    git('init', '--quiet', '--bare', 'hub')
    git('remote', 'add', 'origin', path.join(folder, 'hub'))
    git('push', '--quiet', '--set-upstream', 'origin', 'HEAD')
    commit('chore(release): events@1.0.0')
    git('tag', '--annotate', '--message', '1.0.0', 'v1.0.0')
  })

  // git's words were thrown away.
  it('and refused is undone, with the reason', () => {
    const hook = '#!/bin/sh\necho main is protected >&2\nexit 1\n'
    writeFileSync(path.join(folder, 'hub/hooks/pre-receive'), hook, { mode: 0o755 })
    expect(() => pushVersion('1.0.0')).toThrow('main is protected')
    expect([git('tag'), git('log', '--format=%s')]).toEqual(['', 'feat: begin'])
  })

  // It was undone here, although it was on the upstream.
  it('and was so before stays when the upstream has later commits', () => {
    pushVersion('1.0.0')
    commit('fix: later')
    git('push', '--quiet')
    git('reset', '--quiet', '--hard', 'v1.0.0')
    git('update-ref', git('rev-parse', '--symbolic-full-name', '@{upstream}'), 'HEAD')
    pushVersion('1.0.0')
    expect([git('tag'), git('rev-parse', 'HEAD')]).toEqual(['v1.0.0', git('rev-parse', 'v1.0.0^{}')])
  })
})
