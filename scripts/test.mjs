import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import { readOptions } from '../kit/lib/read-options.mjs'
import { run, runQuietly } from '../kit/lib/run.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { root } from './lib/packages.mjs'
import { findChromium, missingEngines, otherEngines } from './machine/browsers.mjs'
import { ensurePostgres } from './machine/postgres-programs.mjs'

const SHARED_MEMORY = '/dev/shm'
const GIB = 2 ** 30
/** Upper limit of what all tests store, in bytes. */
const NEEDED = 4 * GIB
/** In CI, so many browser tests may pass only when run again; each is named in the output. */
const FLAKY_ALLOWED = 2

const checks = ['lint', 'borders', 'typecheck', 'unused']
const slow = ['nightly', 'commands']
const parts = [...checks, 'unit', 'engines', 'browser', ...slow]
const usage = `npm test                     everything that must pass; installs what it needs, the browser included
npm test -- --all            the slow tests too
npm test -- --only <part,…>  these parts only: ${parts.join(', ')}

The last line sums up all runners.`
const { values } = readOptions(
  usage,
  { only: { type: 'string' }, all: { type: 'boolean' } },
  ({ values, positionals }) => {
    const unknown = [...(values.only?.split(',') ?? []).filter((name) => !parts.includes(name)), ...positionals]
    return unknown.length > 0 ? `There is no part ${unknown.join(', ')}` : undefined
  },
)

await installIfNeeded().catch((error) => {
  console.error(error.message)
  console.log('0 passed, 1 failed')
  process.exit(1)
})
const memory = createMemoryFolder()
if (memory) {
  process.env.TMPDIR = memory
  process.on('exit', () => rmSync(memory, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
}
const reports = mkdtempSync(path.join(tmpdir(), 'site-test-'))
const results = []
const leftOut = []

const missing = missingEngines()
const chosen = values.only?.split(',') ?? parts.filter((name) => values.all || !slow.includes(name))
const chosenOf = (names) => names.filter((name) => chosen.includes(name))
await Promise.all(chosenOf(checks).map(runCheck))
if (chosen.includes('unit')) await runJest()
const projects = [
  ...(chosen.includes('engines') ? otherEngines.filter((name) => !missing.includes(name)) : []),
  ...(chosen.includes('browser') ? ['desktop', 'mobile'] : []),
]
if (projects.length > 0) await runPlaywright(projects)
for (const name of chosenOf(slow)) await runPlaywright([name])
rmSync(reports, { recursive: true })
if (chosen.includes('engines') && missing.length > 0) {
  leftOut.push(`the buyer's journey in ${missing.join(' and ')}: "npx playwright install ${missing.join(' ')}"`)
}
if (!values.only && !values.all) leftOut.push('the slow tests: "npm test -- --all" runs them')

summarise()

/** Prints the result of each runner; the last line is for machines: `N passed, M failed[, K skipped]`. */
function summarise() {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
  for (const result of results) console.log(`${result.name.padEnd(28)} ${inWords(result)} in ${result.seconds} s`)
  for (const what of leftOut) console.log(`left out: ${what}`)
  console.log(inWords(total))
}

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

async function record(name, runIt, count) {
  const startedAt = performance.now()
  const isGreen = await runIt().then(
    () => true,
    ({ message }) => {
      console.error(message)
      return false
    },
  )
  const counts = count(isGreen)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (!isGreen) counts.failed ||= 1
  const isFlaky = process.env.CI && counts.flaky > FLAKY_ALLOWED
  counts[isFlaky ? 'failed' : 'passed'] += counts.flaky
  // In CI a skipped test is a failure.
  if (process.env.CI) Object.assign(counts, { failed: counts.failed + counts.skipped, skipped: 0 })
  results.push({ name, seconds, ...counts })
}

/** Several checks run at once, so each prints only its failures. */
function runCheck(name) {
  const count = (isGreen) => ({ passed: Number(isGreen), failed: Number(!isGreen), skipped: 0, flaky: 0 })
  return record(name, () => runQuietly('npm', ['run', '--silent', name]), count)
}

function runJest() {
  if (!process.env.TEST_DATABASE_URL && !ensurePostgres()) {
    leftOut.push('PostgreSQL, which cannot be installed here: install it, or name a server in TEST_DATABASE_URL')
  }
  // Three workers on two processors, because tests wait a fifth of the time.
  const file = path.join(reports, 'jest.json')
  // One compiler pass starts the embedded database a third faster.
  const jest = ['--liftoff-only', path.join(root, 'node_modules/jest/bin/jest.js')]
  const ignored = values.all ? [] : ['/node_modules/', '\\.nightly\\.'].map((it) => `--testPathIgnorePatterns=${it}`)
  const args = [
    ...jest,
    ...ignored,
    '--maxWorkers=3',
    '--silent',
    '--reporters=summary',
    '--json',
    `--outputFile=${file}`,
  ]
  console.log('\n— unit')
  const count = () => readReport(file, countJest)
  const runAll = async () => {
    process.env.CHROMIUM_PATH = findChromium()
    await run(process.execPath, args)
  }
  return record('unit', runAll, count)
}

function runPlaywright(projects) {
  const name = `browser: ${projects.join(', ')}`
  const file = path.join(reports, `${projects.join('-')}.json`)
  const args = ['playwright', 'test', ...projects.map((project) => `--project=${project}`), '--reporter=dot,json']
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  console.log(`\n— ${name}`)
  return record(
    name,
    () => run('npm', ['exec', '--workspace', '@site/e2e', '--', ...args], { env }),
    () => readReport(file, countPlaywright),
  )
}

function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error(error.message)
    return { passed: 0, failed: 1, skipped: 0, flaky: 0 }
  }
}

function countJest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: 0,
  }
}

function countPlaywright({ stats: { expected, unexpected, skipped, flaky }, errors }) {
  return { passed: expected, failed: unexpected + errors.length, skipped, flaky }
}

/** Creates a folder in memory, where flushing is free; `undefined` when memory is short. */
function createMemoryFolder() {
  if (process.platform !== 'linux' || freemem() < 2 * NEEDED) return undefined
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    if (bavail * bsize < NEEDED) return undefined
    const folder = mkdtempSync(path.join(SHARED_MEMORY, 'site-tests-'))
    // PostgreSQL runs as another user and has its folder inside.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    return undefined
  }
}
