// `npm run dev -- catalog`: the composed site with one package live and the others from their last
// build. Each edit is shown by the open pages, and then goes the way of a release: built, published, activated.
// `npm run dev -- catalog --against https://…`: a running site with that package as it is built here.
// `npm run dev -- catalog --alone`: only that package, in a small harness with the same routes.
import { parseArgs } from 'node:util'
import { serveAgainst } from './dev/against/serve-against.mjs'
import { serveComposedSite } from './dev/serve-composed-site.mjs'
import { serveHarness } from './dev/serve-harness.mjs'
import { browserPackages } from './lib/packages.mjs'

const HOST = 'shell'
const options = { alone: { type: 'boolean' }, against: { type: 'string' } }
const { values, positionals } = parseArgs({ allowPositionals: true, options })
const [name] = positionals
if (!browserPackages.includes(name)) refuse(`Name one package: npm run dev -- ${browserPackages.join(' | ')}`)
const { alone, against } = values
if (against !== undefined && !/^https?:\/\/[^/]+\/?$/.test(against))
  refuse(`"${against}" is no address of a site, such as https://shop.example`)
if (against !== undefined && name === HOST)
  refuse(`The documents of a running site are its own ${HOST}'s: name a remote`)

await serve().catch((error) => refuse(error.message))

function serve() {
  if (against !== undefined) return serveAgainst(name, against)
  return alone ? serveHarness(name) : serveComposedSite(name)
}

function refuse(message) {
  console.error(message)
  process.exit(1)
}
