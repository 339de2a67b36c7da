// `npm test`: everything that must pass. Installs what it needs, the browser included; the last line
// sums up all runners. `npm test -- --only lint,unit` runs these parts alone; `npm test -- --all` also what takes long.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { missingEngines, otherEngines } from './lib/engines.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { createMemoryFolder } from './lib/memory-folder.mjs'
import { root } from './lib/packages.mjs'
import { ensurePostgres } from './lib/postgres-programs.mjs'
import { run, runQuietly } from './lib/run.mjs'
import { readJestReport, readPlaywrightReport, summarise } from './lib/test-results.mjs'

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
const leftOut = []

const checks = {
  lint: () => runCheck('lint'),
  borders: () => runCheck('borders'),
  typecheck: () => runCheck('typecheck'),
  unused: () => runCheck('unused'),
}
const missing = missingEngines()
/** Projects of Playwright: what is chosen runs on one built site, the load after all else because it takes the machine. */
const browser = {
  engines: otherEngines.filter((name) => !missing.includes(name)),
  browser: ['desktop', 'mobile'],
  load: ['load'],
}
/**
 * Every night, since they take as long as all the others: releases built from several states of the sources, many machines
 * at once, and every command of the README in a clone of its own.
 */
const nightly = {
  nightly: () => runPlaywright(['nightly']),
  commands: () => runPlaywright(['commands']),
}
const { values } = parseArgs({ options: { only: { type: 'string' }, all: { type: 'boolean' } } })
const usual = [...Object.keys({ ...checks, ...browser, ...(values.all && nightly) }), 'unit']
const chosen = values.only?.split(',') ?? usual
const chosenOf = (parts) => chosen.flatMap((name) => parts[name] ?? [])
// Each keeps one processor busy at most times.
await Promise.all(chosenOf(checks).map((runPart) => runPart()))
if (chosen.includes('unit')) await runJest()
if (chosenOf(browser).length > 0) await runPlaywright(chosenOf(browser))
for (const runPart of chosenOf(nightly)) await runPart()
rmSync(reports, { recursive: true })
if (!values.only && missing.length > 0) {
  leftOut.push(`the buyer's journey in ${missing.join(' and ')}: "npx playwright install ${missing.join(' ')}"`)
}
if (!values.only && !values.all) leftOut.push('what takes long: "npm test -- --all" runs it')

const { isGreen, lines } = summarise(results, { isCI: Boolean(process.env.CI), leftOut })
process.exitCode = isGreen ? 0 : 1
for (const line of ['', ...lines]) console.log(line)

/** Adds a runner's result; a runner that ends with an error and counts no failure has failed once. */
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
  results.push({ name, seconds, ...counts, failed: isGreen ? counts.failed : Math.max(1, counts.failed) })
}

/** Several run at once, so each is heard only when it has found something. */
function runCheck(name) {
  const count = (isGreen) => ({ passed: Number(isGreen), failed: Number(!isGreen), skipped: [], flaky: [] })
  return record(name, () => runQuietly('npm', ['run', '--silent', name]), count)
}

function runJest() {
  if (!process.env.TEST_DATABASE_URL && !ensurePostgres()) {
    leftOut.push('PostgreSQL, which cannot be installed here: install it, or name a server in TEST_DATABASE_URL')
  }
  // One more than the processors of a small machine, as in a browser: a fifth of the time tests wait.
  const file = path.join(reports, 'jest.json')
  // The embedded database starts in two thirds of the time when its program is compiled in one pass only.
  const jest = ['--liftoff-only', path.join(root, 'node_modules/jest/bin/jest.js')]
  const args = [...jest, '--maxWorkers=3', '--silent', '--reporters=summary', '--json', `--outputFile=${file}`]
  console.log('\n— unit')
  const count = () => readReport(file, (report) => readJestReport(report, root))
  return record('unit', () => run(process.execPath, args), count)
}

function runPlaywright(projects) {
  const name = `browser: ${projects.join(', ')}`
  const file = path.join(reports, `${projects.join('-')}.json`)
  const args = ['playwright', 'test', ...projects.map((project) => `--project=${project}`), '--reporter=dot,json']
  const before = projects.filter((project) => project !== 'load')
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...(before.length > 0 && before.length < projects.length && { LOAD_AFTER: before.join() }),
  }
  console.log(`\n— ${name}`)
  return record(
    name,
    () => run('npm', ['exec', '--workspace', '@site/e2e', '--', ...args], { env }),
    () => readReport(file, readPlaywrightReport),
  )
}

/** A runner that could not start leaves no report. */
function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error(error.message)
    return { passed: 0, failed: 1, skipped: [], flaky: [] }
  }
}
