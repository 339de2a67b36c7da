import path from 'node:path'
import { findAddressProblem, serveAgainst } from '../kit/dev/serve-against.mjs'
import { serveHarness } from '../kit/dev/serve-harness.mjs'
import { readOptions } from '../kit/lib/read-options.mjs'
import { runMain } from '../kit/lib/run.mjs'
import { serveComposedSite } from './dev/serve-composed-site.mjs'
import { buildPackages } from './lib/build-packages.mjs'
import { nameOnePackage, root } from './lib/packages.mjs'

const HOST = 'shell'
const usage = `npm run dev -- <package>                   the composed site with this package live
npm run dev -- <package> --against <url>   a running site with this package as it is built here
npm run dev -- <package> --alone           this package in a small harness`

const { values, positionals } = readOptions(
  usage,
  { alone: { type: 'boolean' }, against: { type: 'string' } },
  (given) => nameOnePackage(given) ?? findSiteProblem(given),
)
const [name] = positionals
await runMain(serve)

async function serve() {
  const directory = path.join(root, name)
  if (values.alone) return serveHarness(directory)
  if (values.against === undefined) return serveComposedSite(name)
  await buildPackages({ only: ['platform/origin'] })
  return serveAgainst(directory, values.against)
}

function findSiteProblem({ values: { alone, against }, positionals: [name] }) {
  const problem = against === undefined ? undefined : findAddressProblem(against)
  if (problem) return problem
  if (name === HOST && (alone || against !== undefined))
    return `The ${HOST} runs in the composed site only: name a remote`
}
