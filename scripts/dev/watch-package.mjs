import { createRequire } from 'node:module'
import path from 'node:path'
import { readPackage, root } from '../lib/packages.mjs'
import { describeProblems } from './describe-problems.mjs'

const require = createRequire(import.meta.url)
/** An editor may write a file in several steps. */
const AGGREGATE_MS = 20

/**
 * Builds a package now and after each edit.
 * @param onBuilt called with the build's version; the next build waits until it has settled
 * @param onProblems called with what does not compile
 */
export function watchPackage(name, { onBuilt, onProblems }) {
  process.env.NODE_ENV = 'development'
  const { version } = readPackage(name)
  process.env.RELEASE_VERSION = `${version}-dev.h[fullhash:8]`
  const configs = require(path.join(root, name, 'webpack.config.cjs'))
  const compiler = require('webpack')(
    configs.map((config) => ({ ...config, infrastructureLogging: { level: 'error' } })),
  )
  const watching = compiler.watch({ aggregateTimeout: AGGREGATE_MS }, async (error, stats) => {
    if (error) throw error
    if (stats.hasErrors()) return onProblems(describeProblems(stats))
    const client = stats.stats.find(({ compilation }) => compilation.name.endsWith(':client'))
    // A build that overtook this one would change the files while they are being published.
    watching.suspend()
    await onBuilt(`${version}-dev.h${client.hash.slice(0, 8)}`)
    watching.resume()
  })
}
