import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './lib/packages.mjs'

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
// The operator's command answers itself, in `run-command.test.ts`.
const commands = Object.entries(scripts).filter(([name, line]) => line.startsWith('node ') && name !== 'site')

const run = (line, ...args) => runWith({}, line, ...args)

function runWith(variables, line, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...line.split(' ').slice(1), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...variables },
    timeout: 60_000,
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

// It served a blank page, because the shell has no harness.
it('npm run dev -- shell --alone is refused', () => {
  expect(run(scripts.dev, 'shell', '--alone')).toMatchObject({ status: 2, stderr: expect.stringContaining('a remote') })
})

// It printed "0 passed, 0 failed" and not why.
it('npm test -- --only engines names the browsers that are missing', () => {
  const { stdout } = runWith({ PLAYWRIGHT_BROWSERS_PATH: '/nowhere' }, scripts.test, '--only', 'engines')
  expect(stdout).toContain('npx playwright install firefox webkit')
})

// Biome's own comparison with `main` leaves out what is not committed.
it('npm run verify -- --changed lints every file', () => {
  const programs = mkdtempSync(path.join(tmpdir(), 'programs-'))
  for (const name of ['npm', 'npx']) writeFileSync(path.join(programs, name), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
  const { stdout } = runWith({ PATH: programs }, scripts.verify, '--changed')
  rmSync(programs, { recursive: true })
  expect(stdout.split('\n')[0]).toBe('run --silent lint')
})
