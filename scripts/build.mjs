import { readOptions } from '../kit/lib/read-options.mjs'
import { runMain } from '../kit/lib/run.mjs'
import { buildPackages } from './lib/build-packages.mjs'
import { browserPackages, nodePackages } from './lib/packages.mjs'

const known = [...browserPackages, ...nodePackages]
const { values, positionals } = readOptions(
  `npm run build -- [--force] [package…]   builds the packages whose inputs changed: ${known.join(', ')}`,
  { force: { type: 'boolean' } },
  ({ positionals }) => {
    const unknown = positionals.filter((name) => !known.includes(name))
    return unknown.length > 0 ? `There is no package ${unknown.join(', ')}` : undefined
  },
)
await runMain(() => buildPackages({ only: positionals, force: values.force ?? false }))
