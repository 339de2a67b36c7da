// `npm run build [package…]`: builds the packages whose inputs changed since their last build.
import { parseArgs } from 'node:util'
import { buildPackages } from './lib/build-packages.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean' } } })
await buildPackages({ only: positionals, force: values.force ?? false }).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
