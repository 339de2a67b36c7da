// `npm run build [package…]`: builds the packages whose inputs changed since their last build.
import { parseArgs } from 'node:util'
import { buildPackages } from './lib/build-packages.mjs'
import { browserPackages, nodePackages } from './lib/packages.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean' } } })
const known = [...browserPackages, ...nodePackages]
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no package ${unknown.join(', ')}: npm run build -- ${known.join(' | ')}`)
  process.exit(1)
}
await buildPackages({ only: positionals, force: values.force ?? false }).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
