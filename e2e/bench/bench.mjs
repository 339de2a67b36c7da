// `npm run bench`: measures the goals of docs/reference/performance.md. Only ratios within one run count.

import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { readOptions } from '../../kit/lib/read-options.mjs'
import { isInterrupted, stopAll } from '../../kit/lib/stop-at-end.mjs'
import { buildPackages } from '../../scripts/lib/build-packages.mjs'
import { root } from '../../scripts/lib/packages.mjs'
import { measureBlocking } from './blocking.mjs'
import { launchBrowser } from './browser.mjs'
import { measureBytes } from './bytes.mjs'
import { measureInteraction, measureNavigation } from './interaction.mjs'
import { measureLighthouse } from './lighthouse.mjs'
import { measureLoop } from './loop.mjs'
import { measureOperations } from './operations.mjs'
import { startReferences } from './references.mjs'
import { measureScale } from './scale.mjs'
import { CHECKOUT, deploySite } from './site.mjs'
import { printTable } from './table.mjs'
import { measureThroughput } from './throughput.mjs'

const RESULT = path.join(root, '.cache/bench.json')
const parts = {
  lighthouse: measureLighthouse,
  blocking: measureBlocking,
  bytes: measureBytes,
  interaction: measureInteraction,
  navigation: measureNavigation,
  throughput: measureThroughput,
  operations: measureOperations,
  loop: measureLoop,
  scale: measureScale,
}

const routes = [
  ...['/', '/about', '/contact', '/courses', '/courses/citb-ssp', '/blog', '/blog/1', '/careers', '/policies', '/cart'],
  ...['/login', '/signup', '/account', '/account/orders/order', '/reset-password', CHECKOUT],
]
const throttlings = ['simulate', 'devtools']
const usage = `npm run bench -- [--routes /courses,/cart] [--runs 3] [--throttling ${throttlings}] [--only ${Object.keys(parts)}]`
const listOf = (text) => text?.split(',').filter(Boolean)
const text = { type: 'string' }
const { values } = readOptions(
  usage,
  { routes: text, runs: text, only: text, throttling: text },
  ({ values: { runs = '3', only, throttling }, positionals: [other] }) => {
    const part = listOf(only)?.find((name) => !parts[name])
    const way = listOf(throttling)?.find((name) => !throttlings.includes(name))
    if (part) return `There is no part ${part}.`
    if (way) return `There is no throttling ${way}.`
    if (other) return `There is no option ${other}.`
    return /^[1-9]\d*$/.test(runs) ? undefined : '--runs must be a number from 1.'
  },
)
const options = {
  runs: Number(values.runs ?? 3),
  routes: listOf(values.routes) ?? routes,
  // `scale` takes longer than the others together, so it runs only by name.
  only: listOf(values.only) ?? Object.keys(parts).filter((name) => name !== 'scale'),
  throttling: listOf(values.throttling) ?? throttlings,
}

const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1000)
const progress = (message) => console.log(`${String(seconds()).padStart(5)} s  ${message}`)

try {
  await bench()
} catch (error) {
  if (!isInterrupted()) throw error
} finally {
  await stopAll()
}

async function bench() {
  await buildPackages()
  progress('deploying')
  const site = await deploySite()
  const browser = await launchBrowser()
  const { routes, only } = options
  const isCompared = only.includes('lighthouse') || only.includes('blocking')
  const references = isCompared && (await startReferences({ site, routes, browser, progress }))
  const results = {}
  for (const [name, measure] of Object.entries(parts)) {
    if (only.includes(name))
      results[name] = await measure({ site, references, browser, options, progress }).catch(failed)
  }
  await report(results)
}

function failed(error) {
  if (isInterrupted()) throw error
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
  printTable(rows)
  console.log(`measured in ${seconds()} s; all runs are in ${path.relative(root, RESULT)}`)
}
