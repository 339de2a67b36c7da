import { findAddressProblem, serveAgainst } from '../dev/serve-against.mjs'
import { serveHarness } from '../dev/serve-harness.mjs'
import { readOptions } from '../lib/read-options.mjs'
import { runMain } from '../lib/run.mjs'

const usage = `site-remote dev --against <url>   a running site with the package in this folder, and each edit
site-remote dev --alone           its pages without the frame of the site`
const { values } = readOptions(
  usage,
  { against: { type: 'string' }, alone: { type: 'boolean' } },
  ({ values, positionals: [extra] }) => {
    if (extra !== undefined) return `There is no argument ${extra}`
    if (values.alone) return undefined
    return values.against === undefined ? 'Name the site: --against <url>' : findAddressProblem(values.against)
  },
)
await runMain(() => (values.alone ? serveHarness(process.cwd()) : serveAgainst(process.cwd(), values.against)))
