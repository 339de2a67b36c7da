// `npm run bench`: measures the goals of docs/reference/performance.md. Only ratios within one run count.

import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buildPackages } from '../../scripts/lib/build-packages.mjs'
import { root } from '../../scripts/lib/packages.mjs'
import { isBrokenOff, stopAll } from '../../scripts/lib/stop-at-end.mjs'
import { launchBrowser } from './browser.mjs'
import { measureBytes } from './bytes.mjs'
import { measureInteraction, measureNavigation } from './interaction.mjs'
import { measureLighthouse } from './lighthouse.mjs'
import { measureLoop } from './loop.mjs'
import { measureOperations } from './operations.mjs'
import { measureScale } from './scale.mjs'
import { buildBeside, deploySite, readOptions } from './site.mjs'
import { formatTable } from './table.mjs'
import { measureThroughput } from './throughput.mjs'

const RESULT = path.join(root, '.cache/bench.json')
const parts = {
  lighthouse: measureLighthouse,
  bytes: measureBytes,
  interaction: measureInteraction,
  navigation: measureNavigation,
  throughput: measureThroughput,
  operations: measureOperations,
  loop: measureLoop,
  scale: measureScale,
}

const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1000)
const progress = (message) => console.log(`${String(seconds()).padStart(5)} s  ${message}`)

const options = readOptionsOrExit()
try {
  await bench()
} catch (error) {
  if (!isBrokenOff()) throw error
} finally {
  await stopAll()
}

async function bench() {
  await buildPackages()
  if (options.beside) buildBeside(options.beside)
  progress('deploying')
  const site = await deploySite()
  const beside = options.beside && (await deploySite(options.beside))
  const browser = await launchBrowser()
  const results = {}
  for (const [name, measure] of Object.entries(parts)) {
    if (options.only.includes(name))
      results[name] = await measure({ site, beside, browser, options, progress }).catch(failed)
  }
  await report(results)
}

function failed(error) {
  if (isBrokenOff()) throw error
  console.error(error)
  process.exitCode = 1
  return { rows: [{ goal: '–', measured: error.message.split('\n')[0], failure: 'see above' }] }
}

async function report(results) {
  const rows = Object.values(results).flatMap(({ rows }) => rows)
  const details = Object.fromEntries(Object.entries(results).map(([name, { details }]) => [name, details]))
  const machine = { cores: os.cpus().length, model: os.cpus()[0]?.model, load: os.loadavg(), node: process.version }
  await mkdir(path.dirname(RESULT), { recursive: true })
  await writeFile(RESULT, JSON.stringify({ at: new Date(), machine, options, rows, details }, null, 2))
  console.log(`\n${formatTable(rows)}\n\nmeasured in ${seconds()} s; all runs are in ${path.relative(root, RESULT)}`)
}

function readOptionsOrExit() {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}
