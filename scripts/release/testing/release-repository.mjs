import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../lib/packages.mjs'

const workspaces = ['shared', 'kit', 'shell', 'catalog', 'content', 'checkout', 'platform/operator']
const nameOf = (folder) => (folder.includes('/') ? `@${folder}` : `@site/${folder}`)
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Replaces `npm run build` and `npm publish`; the rest is the real npm. */
const NPM = `
if [ "$1" = publish ]; then exit 0; fi
if [ "$1" != run ]; then PATH=$(echo "$PATH" | cut -d: -f2-) exec npm "$@"; fi
if [ "$3" != build ] || [ "$5" = platform/operator ]; then exit 0; fi
eval "$DURING_BUILD"
mkdir -p "$5/dist"
printf '{ "version": "%s", "source": "%s" }' "$RELEASE_VERSION" "$(cat "$5/source.txt")" > "$5/dist/release.json"`

/** Replaces `site publish <name>`. */
const SITE = `
const { execSync } = require('node:child_process')
const { cpSync, readFileSync } = require('node:fs')
execSync(process.env.DURING_PUBLISH ?? 'true', { stdio: 'inherit' })
const file = process.argv[3] + '/dist/release.json'
cpSync(file, '.site/' + process.argv[3] + '@' + JSON.parse(readFileSync(file, 'utf8')).version)`

/**
 * Creates a small repository like this one with the real release command.
 * With `hub`, a bare repository, it is a clone; the first one fills the hub.
 * DURING_TESTS, DURING_BUILD and DURING_PUBLISH are shell commands that replace tests, build and site.
 */
export function createReleaseRepository(hub) {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'))
  const at = (...names) => path.join(folder, ...names)
  const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  writeSources(at)
  writePrograms(at)
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ada Marsh')
  git('config', 'user.email', 'ada@example.com')
  if (hub) git('remote', 'add', 'origin', hub)
  if (hub && git('ls-remote', 'origin')) {
    git('fetch', '--quiet', 'origin')
    git('checkout', '--quiet', '--force', '-B', 'main', '--track', 'origin/main')
  } else {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'chore: begin')
    if (hub) git('push', '--quiet', '--set-upstream', 'origin', 'main')
  }
  return {
    at,
    git,
    change(name, message) {
      writeFileSync(at(name, 'source.txt'), message)
      git('add', '--', name)
      git('commit', '--quiet', '--message', message)
    },
    start: (name, env) => start(at, name, env),
    release: (name, env) => start(at, name, env).ended,
    version: (name) => readJson(at(name, 'package.json')).version,
    published: (release) => (existsSync(at('.site', release)) ? readJson(at('.site', release)) : undefined),
    state: () => ({
      head: git('rev-parse', 'HEAD'),
      tags: git('tag', '--list', '@site/catalog@*'),
      status: git('status', '--porcelain'),
      diff: git('diff', 'HEAD'),
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function writeSources(at) {
  const write = (file, content) => {
    mkdirSync(path.dirname(at(file)), { recursive: true })
    writeFileSync(at(file), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
  }
  for (const name of ['kit', 'scripts']) cpSync(path.join(root, name), at(name), { recursive: true })
  cpSync(path.join(root, 'lerna.json'), at('lerna.json'))
  write('.gitignore', 'node_modules\ndist\n.site\n.cache\nbin\n')
  write('kit/webpack/federation.cjs', 'module.exports = { siteModules: [] }')
  write('package.json', { name: 'site', private: true, workspaces })
  const described = workspaces.map((name) => {
    const dependencies = name === 'kit' ? {} : { '@site/kit': '^1.0.0' }
    return [name, { name: nameOf(name), version: '1.0.0', dependencies }]
  })
  for (const [name, description] of described) {
    write(`${name}/package.json`, { ...description, private: true })
    write(`${name}/source.txt`, 'first')
  }
  const links = workspaces.map((name) => [`node_modules/${nameOf(name)}`, { resolved: name, link: true }])
  const locked = { '': { name: 'site', workspaces }, ...Object.fromEntries([...described, ...links]) }
  write('package-lock.json', { name: 'site', lockfileVersion: 3, requires: true, packages: locked })
  write('platform/operator/dist/site.cjs', SITE)
}

function writePrograms(at) {
  for (const folder of ['bin', '.site', '.cache']) mkdirSync(at(folder))
  const write = (name, script) => writeFileSync(at('bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  write('npx', `program="$1"\nshift\nexec "${at('bin')}/$program" "$@"`)
  write('npm', NPM)
  write('biome', '')
  write('jest', 'eval "$DURING_TESTS"')
  symlinkSync(path.join(root, 'node_modules/.bin/lerna'), at('bin/lerna'))
  mkdirSync(at('node_modules'))
  symlinkSync(path.join(root, 'node_modules/esbuild'), at('node_modules/esbuild'))
}

function start(at, name, env) {
  // Without the variables of an outer release or test run.
  const outer = Object.entries(process.env).filter(([it]) => !/^(npm_|RELEASE_|SITE_|DURING_|GIT_|CI$)/.test(it))
  const child = spawn(process.execPath, [at('scripts/release.mjs'), name], {
    cwd: at(),
    env: { ...Object.fromEntries(outer), PATH: `${at('bin')}:${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
  return { child, ended }
}
