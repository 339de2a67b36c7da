// `npm run bench`: measures this build against its goals (P1 to P9, P11 and the promises of the buying path) and prints one table. Only ratios
// of one run count: absolute figures differ from machine to machine and from day to day.
import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buildPackages } from '../../scripts/lib/build-packages.mjs'
import { browserPackages, root } from '../../scripts/lib/packages.mjs'
import { readOptionsOrExit } from '../../scripts/lib/read-options-or-exit.mjs'
import { isBrokenOff, stopAll } from '../../scripts/lib/stop-at-end.mjs'
import { measureBuying } from './buying/measure.mjs'
import { measureOutage } from './buying/outage.mjs'
import { measureBytes } from './bytes/measure.mjs'
import { measureInteraction } from './interaction.mjs'
import { measureLighthouse } from './lighthouse/measure.mjs'
import { measureLoop } from './loop/measure.mjs'
import { measureNavigation } from './navigation.mjs'
import { measureOperations } from './operations/measure.mjs'
import { readOptions } from './options.mjs'
import { formatTable } from './report/table.mjs'
import { measureScale } from './scale/measure.mjs'
import { launchBrowser } from './site/browser.mjs'
import { createSite } from './site/create-site.mjs'
import { measureThroughput } from './throughput.mjs'
import { measureVisits } from './visits.mjs'

const RESULT = path.join(root, '.cache/bench.json')
const parts = {
  lighthouse: measureLighthouse,
  visits: measureVisits,
  bytes: measureBytes,
  interaction: measureInteraction,
  navigation: measureNavigation,
  throughput: measureThroughput,
  operations: measureOperations,
  loop: measureLoop,
  buying: measureBuying,
  outage: measureOutage,
  scale: measureScale,
}

const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1000)
const progress = (message) => console.log(`${String(seconds()).padStart(5)} s  ${message}`)

const options = readOptionsOrExit(readOptions)
try {
  await bench()
} catch (error) {
  if (!isBrokenOff()) throw error
} finally {
  await stopAll()
}

async function bench() {
  await buildPackages()
  const site = await createSite()
  const browser = await launchBrowser()
  progress('deploying')
  await site.command('deploy', ...browserPackages)
  const origin = await site.start()
  const results = {}
  for (const [name, measure] of Object.entries(parts)) {
    if (options.only.includes(name))
      results[name] = await measure({ site, origin, browser, options, progress }).catch(failed)
  }
  await report(results)
}

/** One part that cannot be measured does not cost the others; the command ends with 1. */
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
