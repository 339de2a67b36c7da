// `npm run simulate`: whole histories of the shop in virtual time, judged against the providers' own books.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { bundleReal, bundleSimulation, root } from './bundle/bundle.mjs'
import { formatBreach, formatFigures, formatReached } from './bundle/report.mjs'
import { runHistories } from './bundle/run-histories.mjs'
import { findPlants } from './plants/find-plants.mjs'
import { plants } from './plants/plants.mjs'

const usage = `npm run simulate -- [--seed N] [--histories N] [--hours N] [--processes N] [--without part,part] [--trace]
                        [--plant NAME | --plants] [--quarter] [--postgres]`
const out = path.join(root, '.cache/simulation')

const options = readOptions()
if (options.plants || options.plant !== undefined) await reportPlants()
else await simulate()

async function simulate() {
  const bundle = path.join(out, options.postgres ? 'world.cjs' : 'simulation.cjs')
  await (options.postgres ? bundleReal : bundleSimulation)(bundle)
  const total = await runHistories(bundle, { ...options, isShrunk: !options.postgres }, (history) => {
    if (options.trace) console.log(history.lines.join('\n'))
    if (history.breaches.length > 0) console.log(formatBreach(history, options))
    else if (options.seed !== undefined) console.log(`seed ${history.seed}: no breach, digest ${history.digest}`)
  })
  if (!options.trace) console.log(formatReached(total))
  console.log(formatFigures(total))
  process.exitCode = total.broken > 0 || total.problems.length > 0 ? 1 : 0
}

/** A mistake that no history finds is a rule nobody looks after. */
async function reportPlants() {
  const chosen = options.plant === undefined ? plants : plants.filter(({ name }) => name === options.plant)
  if (chosen.length === 0)
    fail(`There is no planted mistake "${options.plant}": ${plants.map(({ name }) => name).join(', ')}`)
  const found = await findPlants(chosen, { ...options, out, bundler: options.postgres ? bundleReal : bundleSimulation })
  console.log(`${found} of ${chosen.length} planted mistakes were found`)
  process.exitCode = found === chosen.length ? 0 : 1
}

function readOptions() {
  const text = { type: 'string' }
  try {
    const { values } = parseArgs({
      options: {
        seed: text,
        histories: text,
        hours: text,
        processes: text,
        plant: text,
        without: text,
        plants: { type: 'boolean' },
        trace: { type: 'boolean' },
        quarter: { type: 'boolean' },
        postgres: { type: 'boolean' },
      },
    })
    const { seed, histories, hours, processes, without = '', ...rest } = values
    const begun = seed === undefined ? undefined : wholeNumber('seed', seed)
    // What is planted is looked for as long as it is worth it.
    const isSearch = rest.plants === true || rest.plant !== undefined
    const isUnlimited = hours !== undefined || (isSearch && begun === undefined)
    const most = isUnlimited ? Number.MAX_SAFE_INTEGER : begun === undefined ? 100 : 1
    return {
      ...rest,
      seed: begun,
      histories: histories === undefined ? most : wholeNumber('histories', histories),
      hours: hours === undefined ? undefined : Number(hours),
      processes: processes === undefined ? 1 : wholeNumber('processes', processes),
      without: without.split(',').filter(Boolean),
    }
  } catch (error) {
    fail(`${error.message}\n${usage}`)
  }
}

function wholeNumber(name, value) {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new Error(`--${name} is "${value}", but must be a whole number`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
