// `npm test`: everything that must pass. Installs what it needs, the browser included; the last line
// sums up all runners. `npm test -- --only lint,unit` runs these parts alone; `npm test -- --all` also what takes long.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { missingEnginePackages } from './lib/engines.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { createMemoryFolder } from './lib/memory-folder.mjs'
import { root } from './lib/packages.mjs'
import { run } from './lib/run.mjs'

await installIfNeeded().catch((error) => {
  console.error(error.message)
  console.log('0 passed, 1 failed')
  process.exit(1)
})
const memory = createMemoryFolder()
if (memory) {
  process.env.TMPDIR = memory
  // What is left there by a run that is broken off would take memory until the machine is started again.
  process.on('exit', () => rmSync(memory, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
}
const reports = mkdtempSync(path.join(tmpdir(), 'site-test-'))
const results = []

const checks = ['lint', 'borders', 'typecheck', 'unused']
const parts = {
  ...Object.fromEntries(checks.map((name) => [name, () => runCheck(name)])),
  unit: runJest,
  browser: () => runPlaywright('desktop', 'mobile'),
  // Alone, because it takes the whole machine.
  load: () => runPlaywright('load'),
  engines: () => runPlaywright('engines'),
}
/**
 * Every night, since they take as long as all the others: releases built from several states of the sources, many machines
 * at once, and every command of the README in a clone of its own.
 */
const nightly = {
  nightly: () => runPlaywright('nightly'),
  commands: () => runPlaywright('commands'),
}
const { values } = parseArgs({ options: { only: { type: 'string' }, all: { type: 'boolean' } } })
const all = { ...parts, ...nightly }
const missing = missingEnginePackages()
const usual = Object.keys(values.all ? all : parts).filter((name) => name !== 'engines' || missing.length === 0)
const chosen = values.only?.split(',') ?? usual
for (const [name, runPart] of Object.entries(all)) if (chosen.includes(name)) await runPart()
rmSync(reports, { recursive: true })

console.log()
for (const { name, passed, failed, seconds } of results) {
  console.log(`${name.padEnd(28)} ${passed} passed, ${failed} failed in ${seconds} s`)
}
if (!values.only && missing.length > 0) {
  console.log(`left out: the journey in three engines, which needs "apt-get install ${missing.join(' ')}"`)
}
const passed = sum('passed')
const failed = sum('failed')
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed`)

function sum(key) {
  return results.reduce((total, result) => total + result[key], 0)
}

/** Adds a runner's result; a runner that ends with an error and counts no failure has failed once. */
async function record(name, command, args, { env, count }) {
  console.log(`\n— ${name}`)
  const startedAt = performance.now()
  const isGreen = await run(command, args, { env }).then(
    () => true,
    () => false,
  )
  const { passed, failed } = count(isGreen)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  results.push({ name, passed, failed: failed === 0 && !isGreen ? 1 : failed, seconds })
}

function runCheck(name) {
  const count = (isGreen) => (isGreen ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
  return record(name, 'npm', ['run', '--silent', name], { count })
}

function runJest() {
  // One more than the processors of a small machine, as in a browser: a fifth of the time tests wait.
  const file = path.join(reports, 'jest.json')
  // The embedded database starts in two thirds of the time when its program is compiled in one pass only.
  const jest = ['--liftoff-only', path.join(root, 'node_modules/jest/bin/jest.js')]
  const args = [...jest, '--maxWorkers=3', '--silent', '--reporters=summary', '--json', `--outputFile=${file}`]
  return record('unit', process.execPath, args, {
    count() {
      const report = readReport(file)
      const failed = report.numFailedTests + report.numRuntimeErrorTestSuites
      return { passed: report.numPassedTests, failed }
    },
  })
}

function runPlaywright(...projects) {
  const file = path.join(reports, `${projects.join('-')}.json`)
  const args = ['playwright', 'test', ...projects.map((project) => `--project=${project}`), '--reporter=dot,json']
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  return record(`browser: ${projects.join(', ')}`, 'npm', ['exec', '--workspace', '@site/e2e', '--', ...args], {
    env,
    count() {
      const { expected, unexpected, flaky } = readReport(file).stats
      if (flaky > 0) console.log(`${flaky} passed only when run again; they are named above as flaky`)
      return { passed: expected + flaky, failed: unexpected }
    },
  })
}

/** A runner that could not start leaves no report. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    console.error(error.message)
    const none = { expected: 0, unexpected: 1, flaky: 0 }
    return { numPassedTests: 0, numFailedTests: 1, numRuntimeErrorTestSuites: 0, stats: none }
  }
}
