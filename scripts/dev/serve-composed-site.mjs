import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import { checkTypes, collectProblems, describeProblems } from '../../kit/dev/problems.mjs'
import { forgetBuild } from '../../kit/lib/places.cjs'
import { stopChildAtEnd } from '../../kit/lib/stop-at-end.mjs'
import { buildPackages } from '../lib/build-packages.mjs'
import { browserPackages, nodePackages, root } from '../lib/packages.mjs'
import { spawnReadableOrigin } from '../lib/spawn-origin.mjs'
import { releaser } from './release-edits.mjs'

const require = createRequire(import.meta.url)
const HOST = 'shell'
/** An editor may write a file in several steps. */
const AGGREGATE_MS = 10

/** Serves the composed site; each edit of one package is hot-reloaded, then released and type-checked. */
export async function serveComposedSite(name) {
  process.chdir(root)
  process.env.SITE_DIR ??= path.join(root, '.site-dev')
  process.env.SITE_DEV = '1'
  const others = browserPackages.filter((other) => other !== name)
  await buildPackages({ only: [...nodePackages, ...others], development: [HOST] })
  forgetBuild(name)
  const { origin, opened } = await startOrigin()
  const send = (message) => origin.connected && origin.send(message)
  const problems = collectProblems((all) => send({ problems: all, isDeployed: true }))
  const releases = releaser(name, { send, problems, opened, isBuilding: () => isBuilding })
  const check = checkTypes(name, (found) => problems.set('types', found))
  let isBuilding = true
  let changedAt = performance.now()
  watchPackage(name, {
    published: releases.published,
    onChange() {
      isBuilding = true
      changedAt = performance.now()
    },
    onUpdate(update) {
      send({ update })
      check()
      console.log(`sent to open pages after ${Math.round(performance.now() - changedAt)} ms`)
    },
    onBuilt(found, build) {
      isBuilding = false
      problems.set('build', found)
      if (found.length === 0) void releases.add(build)
    },
  })
}

async function startOrigin() {
  const origin = await spawnReadableOrigin()
  stopChildAtEnd(origin)
  origin.on('close', (code) => process.exit(code ?? 1))
  return { origin, opened: once(origin, 'message') }
}

/**
 * Builds a package on each edit: for browsers first, then for the server.
 * @param published resolves when the folder of the build may be overwritten
 * @param onBuilt gets the problems, the client's hash and whether only the server's files are new
 */
function watchPackage(name, { published, onChange, onUpdate, onBuilt }) {
  process.env.NODE_ENV = 'development'
  const { withHotUpdates } = require('./hot/with-hot-updates.cjs')
  const [client, server] = require(path.join(root, name, 'webpack.config.cjs'))
  const configs = [withHotUpdates(client, name, onUpdate), { ...server, dependencies: [client.name] }]
  const compiler = require('webpack')(
    configs.map((config) => ({ ...config, infrastructureLogging: { level: 'error' } })),
  )
  for (const { hooks } of compiler.compilers) {
    hooks.invalid.tap('dev', onChange)
    hooks.emit.tapPromise('dev', published)
  }
  const latest = new Map()
  compiler.watch({ aggregateTimeout: AGGREGATE_MS }, (error, built) => {
    if (error) throw error
    // One build may have seen two quick edits; then only the other is repeated.
    const before = latest.get(client.name)?.hash
    for (const stats of built.stats) latest.set(stats.compilation.name, stats)
    const { hash } = latest.get(client.name)
    onBuilt(describeProblems([...latest.values()]), { hash, isForServer: hash === before })
  })
}
