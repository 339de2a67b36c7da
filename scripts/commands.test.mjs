import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './lib/packages.mjs'

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
// The operator's command answers itself, in `run-command.test.ts`.
const commands = Object.entries(scripts).filter(([name, line]) => line.startsWith('node ') && name !== 'site')

function run(line, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...line.split(' ').slice(1), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

// Bug: `npm start -- --help` started the shop.
it.each(commands)('npm run %s -- --help says what the command does and does nothing', (name, line) => {
  const given = name === 'start' ? 'npm start' : name === 'test' ? 'npm test' : `npm run ${name}`
  expect(run(line, '--help')).toEqual({ status: 0, stdout: expect.stringContaining(given), stderr: '' })
})

it.each(['start', 'build', 'dev', 'release', 'new-remote', 'node scripts/serve.mjs'])(
  '%s refuses an unknown argument',
  (name) => {
    const { status, stderr } = run(scripts[name] ?? name, '--no-such-option', 'nowhere')
    expect([status, stderr]).toEqual([2, expect.stringContaining('no-such-option')])
    expect(stderr).not.toMatch(/^\s+at /m)
  },
)

describe('npm start', () => {
  let folder
  const at = (...names) => path.join(folder, ...names)
  const calls = () => (existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : [])

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'start-'))
    for (const name of ['kit', 'scripts']) cpSync(path.join(root, name), at(name), { recursive: true })
    for (const name of ['node_modules', 'bin', 'shared', ...['origin', 'operator'].map((it) => `platform/${it}/dist`)])
      mkdirSync(at(name), { recursive: true })
    for (const name of ['esbuild', 'pino-pretty'])
      symlinkSync(path.join(root, 'node_modules', name), at(`node_modules/${name}`))
    const files = {
      'bin/npm': '#!/bin/sh\n',
      'lerna.json': '{ "packages": [] }',
      'kit/webpack/federation.cjs': 'module.exports = { sharedModules: {} }',
      ...{ 'package-lock.json': '{ "packages": {} }', 'node_modules/.package-lock.json': '{ "packages": {} }' },
      'shared/package.json': '{}',
      ...{ 'platform/origin/package.json': '{}', 'platform/operator/package.json': '{}' },
      'platform/operator/dist/site.cjs': `require('fs').appendFileSync('calls', process.argv[2] + '\\n')`,
    }
    for (const [file, text] of Object.entries(files)) writeFileSync(at(file), text, { mode: 0o755 })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function start(origin, until) {
    writeFileSync(at('platform/origin/dist/server.cjs'), origin)
    const env = { ...process.env, PATH: `${at('bin')}:${process.env.PATH}` }
    const child = spawn(process.execPath, [at('scripts/start.mjs')], { cwd: folder, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
        if (until?.test(output)) child.kill('SIGTERM')
      })
    const code = await new Promise((resolve) => child.once('close', resolve))
    return { code, output: output.replaceAll(/^building .*\n/gm, '') }
  }

  // Bug: a second start had changed the settings of the running site before it found the database locked.
  it('changes nothing when the port or the database is taken', async () => {
    const taken = await start(`console.error('The database is in use by process 7.'); process.exit(1)`)
    expect(taken).toEqual({ code: 1, output: 'The database is in use by process 7.\n' })
    expect(calls()).toEqual([])
  })

  it('stores the settings and deploys once the origin has both, and then says that it is ready', async () => {
    const origin = `process.on('message', () => console.log('ready')); process.send({ isOpen: true })`
    expect(await start(origin, /ready/)).toMatchObject({ output: 'ready\n' })
    expect(calls()).toEqual(['settings', 'deploy'])
  })
})
