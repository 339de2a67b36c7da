import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../lib/packages.mjs'

const packages = ['shared', 'shell', 'catalog', 'content', 'checkout']

/**
 * Creates a small repository like this one with the real release command.
 * DURING_TESTS, DURING_BUILD and DURING_PUBLISH are shell commands that replace tests, builds and site.
 */
export function createReleaseRepository({ hasLerna = false } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'))
  const at = (...names) => path.join(folder, ...names)
  writeSources(at)
  writePrograms(at, hasLerna)
  const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ada Marsh')
  git('config', 'user.email', 'ada@example.com')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'chore: begin')
  const change = (name, message, text = message) => {
    writeFileSync(at(name, 'source.txt'), `${text}\n`)
    git('add', '--', name)
    git('commit', '--quiet', '--message', message)
  }
  return {
    folder,
    at,
    git,
    change,
    start: (name, env = {}) => start(at, name, env),
    release: (name, env = {}) => start(at, name, env).ended,
    version: (name) => readJson(at(name, 'package.json')).version,
    published: (release) => (existsSync(at('.site', release)) ? readJson(at('.site', release)) : undefined),
    state: () => ({
      head: git('rev-parse', 'HEAD'),
      tags: git('tag').split('\n').filter(Boolean),
      status: git('status', '--porcelain'),
      staged: git('diff', '--cached'),
      unstaged: git('diff'),
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const nameOf = (folder) => (folder.includes('/') ? `@${folder}` : `@site/${folder}`)
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

function writeSources(at) {
  const write = (file, content) => {
    mkdirSync(path.dirname(at(file)), { recursive: true })
    writeFileSync(at(file), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
  }
  cpSync(path.join(root, 'scripts'), at('scripts'), { recursive: true })
  cpSync(path.join(root, 'lerna.json'), at('lerna.json'))
  write('.gitignore', 'node_modules\ndist\n.site\n.cache\nbin\n')
  for (const file of ['federation.cjs', 'webpack.base.cjs']) write(file, '')
  write('tsconfig.base.json', {})
  const workspaces = [...packages, 'platform/operator']
  write('package.json', { name: 'site', private: true, workspaces })
  for (const name of workspaces) {
    write(`${name}/package.json`, { name: nameOf(name), version: '1.0.0', private: true })
    write(`${name}/source.txt`, 'first\n')
  }
  mkdirSync(at('api'))
  write('api/source.txt', 'first\n')
  const links = Object.fromEntries(
    workspaces.map((name) => [`node_modules/${nameOf(name)}`, { resolved: name, link: true }]),
  )
  const own = Object.fromEntries(workspaces.map((name) => [name, { name: nameOf(name), version: '1.0.0' }]))
  const all = { '': { name: 'site', workspaces }, ...own, ...links }
  write('package-lock.json', { name: 'site', lockfileVersion: 3, requires: true, packages: all })
}

function writePrograms(at, hasLerna) {
  mkdirSync(at('bin'))
  const write = (name, ...lines) =>
    writeFileSync(at('bin', name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 })
  write('npx', 'program="$1"', 'shift', `exec "${at('bin')}/$program" "$@"`)
  // Builds with the fake for `npm run --silent build --workspace <name>`; skips other scripts. The rest is the real
  // npm.
  write(
    'npm',
    'if [ "$1" != run ]; then PATH=$(echo "$PATH" | cut -d: -f2-) exec npm "$@"; fi',
    'if [ "$3" != build ]; then exit 0; fi',
    `cd "${at()}/$5" && exec node "${at('scripts/release/testing/fake-build.mjs')}" "$5"`,
  )
  write('biome')
  write('jest', 'eval "$DURING_TESTS"')
  if (hasLerna) symlinkSync(path.join(root, 'node_modules/.bin/lerna'), at('bin/lerna'))
  else write('lerna', `exec node "${at('scripts/release/testing/fake-lerna.mjs')}" "$@"`)
}

function start(at, name, env) {
  const child = spawn(process.execPath, [at('scripts/release.mjs'), name], {
    cwd: at(),
    env: { ...cleanEnvironment(), PATH: `${at('bin')}:${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
  return { child, ended }
}

/** Drops the variables of an outer release or test run. */
function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|RELEASE_|SITE_|DURING_|GIT_|CI$)/.test(name)),
  )
}
