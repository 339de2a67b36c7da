import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../lib/packages.mjs'
import { describeProblems } from './describe-problems.mjs'

const require = createRequire(import.meta.url)
/** An editor may write a file in several steps. */
const AGGREGATE_MS = 20

/**
 * Builds a package now and after each edit.
 * @param onBuilt called after each build; the next one waits until it has settled
 * @param onProblems called with what does not compile
 */
export function watchPackage(name, { onBuilt, onProblems }) {
  process.env.NODE_ENV = 'development'
  const configs = require(path.join(root, name, 'webpack.config.cjs'))
  const compiler = require('webpack')(
    configs.map((config) => ({ ...config, infrastructureLogging: { level: 'error' } })),
  )
  // A build that overtook the one before would change the files while they are being published.
  let publishing = Promise.resolve()
  for (const { hooks } of compiler.compilers) hooks.watchRun.tapPromise('dev', () => publishing)
  const latest = new Map()
  compiler.watch({ aggregateTimeout: AGGREGATE_MS }, (error, built) => {
    if (error) throw error
    // Of two edits in a row one of the two builds may have seen both at once: then the other alone is made anew.
    for (const stats of built.stats) latest.set(stats.compilation.name, stats)
    const problems = describeProblems([...latest.values()])
    if (problems.length > 0) onProblems(problems)
    else publishing = onBuilt()
  })
}
