import path from 'node:path'
import { bundleSimulation } from '../bundle/bundle.mjs'
import { runHistories } from '../bundle/run-histories.mjs'

/** So many histories are enough to find a mistake that matters. */
const HISTORIES = 500

/**
 * Plants one mistake after the other and looks for it.
 * @returns how many were found, by an invariant that was expected to
 */
export async function findPlants(plants, { out, seed, histories, processes, quarter, bundler = bundleSimulation }) {
  let found = 0
  for (const plant of plants) {
    const most = Math.min(histories ?? HISTORIES, HISTORIES)
    const caught = await findPlant(plant, { out, seed, histories: most, processes, quarter, bundler })
    if (caught) found += 1
    const what = caught ? `seed ${caught.seed}: ${caught.invariants.join(', ')}` : 'not found'
    console.log(`| ${plant.name} | ${plant.file} | ${what} |`)
  }
  return found
}

export async function findPlant(
  plant,
  { out, histories, processes = 1, seed = 1, quarter, bundler = bundleSimulation },
) {
  const bundle = path.join(out, `planted-${plant.name.replaceAll(/\W+/g, '-')}.cjs`)
  await bundler(bundle, [plant])
  let caught
  const options = { seed, histories, processes, quarter, isShrunk: false, stopsAtBreach: true }
  await runHistories(bundle, options, ({ seed: at, breaches }) => {
    const invariants = [...new Set(breaches.map(({ invariant }) => invariant))]
    if (invariants.some((name) => plant.caughtBy.includes(name)) && (!caught || at < caught.seed))
      caught = { seed: at, invariants }
  })
  return caught
}
