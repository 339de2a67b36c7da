// `npm run simulate`: runs histories of the shop in virtual time and compares them with the providers' records.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { readOptions } from '../../kit/lib/read-options.mjs'
import { plantIn, plants } from './plants.mjs'

const folder = path.dirname(fileURLToPath(import.meta.url))
const api = path.join(folder, '..')
const shop = ['src', 'papers/src', 'providers/src'].map((name) => path.join(api, name) + path.sep)
const isOfShop = (file) => shop.some((it) => file.startsWith(it))

const replacements = [
  { filter: /^@node-rs\/argon2$/, file: 'argon2' },
  { filter: /^@site\/papers\/render-pdf$/, file: 'render-pdf' },
  { filter: /^node:timers\/promises$/, file: 'timers-promises' },
  { filter: /^node:crypto$/, file: 'crypto' },
  { filter: /\/database-thread$/, file: 'database-thread' },
]

/** @param plant `{ name, file, find, replace }`: `find` occurs exactly once in the file below `api` */
async function bundleSimulation(outfile, plant) {
  let isPlanted = plant === undefined
  const setup = (bundler) => {
    for (const { filter, file } of replacements) {
      const instead = path.join(folder, 'src/replaced', `${file}.ts`)
      bundler.onResolve({ filter }, ({ importer }) => (isOfShop(importer) ? { path: instead } : undefined))
    }
    if (isPlanted) return
    bundler.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      if (file !== path.join(api, plant.file)) return undefined
      isPlanted = true
      return { contents: plantIn(readFileSync(file, 'utf8'), plant), loader: 'ts' }
    })
  }
  await build({
    entryPoints: [path.join(folder, 'src/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outfile,
    external: ['@electric-sql/pglite', 'pg-native'],
    define: { 'import.meta.dirname': '__dirname' },
    loader: { '.sql': 'text', '.html': 'text' },
    sourcemap: 'inline',
    logLevel: 'error',
    plugins: [{ name: 'simulation', setup }],
  })
  if (!isPlanted) throw new Error(`${plant.name}: ${plant.file} is not part of the shop`)
}

const usage = 'npm run simulate -- [--seed N] [--runs N] [--plants [name]] [--trace]'
const out = path.join(folder, '../../.cache/simulation')
const RUNS_OF_A_PLANT = 150

const { values, positionals } = readOptions(
  usage,
  { seed: { type: 'string' }, runs: { type: 'string' }, plants: { type: 'boolean' }, trace: { type: 'boolean' } },
  ({ values: { seed = '1', runs = '1' } }) =>
    [seed, runs].every((text) => /^\d{1,9}$/.test(text)) ? undefined : '--seed and --runs must be whole numbers',
)
const [seed, runs] = [values.seed, values.runs].map((text) => (text === undefined ? undefined : Number(text)))
const isTraced = values.trace === true
const names = values.plants ? positionals : undefined
process.exitCode = (await (names ? findPlants() : simulate())) ? 0 : 1

async function simulate() {
  const bundle = path.join(out, 'simulation.cjs')
  await bundleSimulation(bundle)
  return runProcess(bundle, { seed: seed ?? 1, runs: runs ?? (seed === undefined ? 100 : 1), isTraced })
}

async function findPlants() {
  const chosen = names.length === 0 ? plants : plants.filter(({ name }) => names.includes(name))
  let found = 0
  for (const plant of chosen) {
    const bundle = path.join(out, `planted-${plant.name.replaceAll(/\W+/g, '-')}.cjs`)
    await bundleSimulation(bundle, plant)
    console.log(`${plant.name} (${plant.file}):`)
    const isFound = runProcess(bundle, { seed: seed ?? 1, runs: runs ?? RUNS_OF_A_PLANT, caughtBy: plant.caughtBy })
    if (isFound) found += 1
    else console.log('NOT FOUND')
  }
  console.log(`${found} of ${chosen.length} planted mistakes were found`)
  return found === chosen.length && found > 0
}

function runProcess(bundle, job) {
  const child = ['--enable-source-maps', bundle, JSON.stringify(job)]
  return spawnSync(process.execPath, child, { stdio: 'inherit' }).status === 0
}
