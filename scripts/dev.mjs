// `npm run dev -- catalog`: the composed site with one package live and the others from their last
// build. Each edit goes the way of a release: built, published, activated; the page then reloads.
// `npm run dev -- catalog --alone`: only that package, in a small harness with the same routes.
import { parseArgs } from 'node:util'
import { serveComposedSite } from './dev/serve-composed-site.mjs'
import { serveHarness } from './dev/serve-harness.mjs'
import { browserPackages } from './lib/packages.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { alone: { type: 'boolean' } } })
const [name] = positionals
if (!browserPackages.includes(name)) {
  console.error(`Name one package: npm run dev -- ${browserPackages.join(' | ')}`)
  process.exit(1)
}
const serve = values.alone ? serveHarness : serveComposedSite
await serve(name).catch((error) => {
  console.error(error.message)
  process.exit(1)
})
