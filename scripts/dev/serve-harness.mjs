import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../lib/packages.mjs'

const require = createRequire(import.meta.url)

/** Serves a package alone, with webpack's development server, until the process ends. */
export async function serveHarness(name) {
  process.env.NODE_ENV = 'development'
  const { harness } = require('../webpack/harness.cjs')
  const WebpackDevServer = require('webpack-dev-server')
  const config = harness(path.join(root, name))
  const server = new WebpackDevServer(config.devServer, require('webpack')(config))
  await server.start()
}
