import { serveAgainst } from './dev/serve-against.mjs'
import { serveComposedSite } from './dev/serve-composed-site.mjs'
import { serveHarness } from './dev/serve-harness.mjs'
import { nameOnePackage, readOptions } from './lib/read-options.mjs'
import { runMain } from './lib/run.mjs'

const HOST = 'shell'
const usage = `npm run dev -- <package>                   the composed site with this package live
npm run dev -- <package> --against <url>   a running site with this package as it is built here
npm run dev -- <package> --alone           this package in a small harness`

const { values, positionals } = readOptions(
  usage,
  { alone: { type: 'boolean' }, against: { type: 'string' } },
  (given) => nameOnePackage(given) ?? findAddressProblem(given),
)
const [name] = positionals
await runMain(serve)

function serve() {
  if (values.against !== undefined) return serveAgainst(name, values.against)
  return values.alone ? serveHarness(name) : serveComposedSite(name)
}

function findAddressProblem({ values: { against }, positionals: [name] }) {
  if (against === undefined) return undefined
  if (!/^https?:\/\/[^/]+\/?$/.test(against))
    return `"${against}" is no address of a site, such as https://shop.example`
  if (name === HOST) return `The documents of a running site are its own ${HOST}'s: name a remote`
}
