import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
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
