import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../lib/packages.mjs'
import { describeProblems } from './describe-problems.mjs'

const require = createRequire(import.meta.url)
/** An editor may write a file in several steps. */
const AGGREGATE_MS = 10

/**
 * Builds a package now and after each edit: first for browsers, whose open pages wait for it, then for the server.
 * @param onChange called when a file has changed
 * @param onUpdate given what open pages take over, as soon as it is compiled (`HotUpdatePlugin`)
 * @param onBuilt called after each whole build with the hash of that for browsers; the next one waits until it has settled
 * @param onProblems called with what does not compile
 */
export function watchPackage(name, { onChange, onUpdate, onBuilt, onProblems }) {
  process.env.NODE_ENV = 'development'
  const { withHotUpdates } = require('./hot/with-hot-updates.cjs')
  const [client, server] = require(path.join(root, name, 'webpack.config.cjs'))
  const configs = [withHotUpdates(client, name, onUpdate), { ...server, dependencies: [client.name] }]
  const compiler = require('webpack')(
    configs.map((config) => ({ ...config, infrastructureLogging: { level: 'error' } })),
  )
  // A build that overtook the one before would change the files while they are being published.
  let publishing = Promise.resolve()
  for (const { hooks } of compiler.compilers) {
    hooks.invalid.tap('dev', onChange)
    hooks.emit.tapPromise('dev', () => publishing)
  }
  const latest = new Map()
  compiler.watch({ aggregateTimeout: AGGREGATE_MS }, (error, built) => {
    if (error) throw error
    // Of two edits in a row one of the two builds may have seen both at once: then the other alone is made anew.
    for (const stats of built.stats) latest.set(stats.compilation.name, stats)
    const problems = describeProblems([...latest.values()])
    if (problems.length > 0) onProblems(problems)
    else publishing = onBuilt({ hash: latest.get(client.name).hash })
  })
}
