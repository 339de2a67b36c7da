// `npm run dev -- catalog`: the composed site with one package live and the others from their last
// build. Each edit goes the way of a release: built, published, activated; the page then reloads.
// `npm run dev -- catalog --alone`: only that package, in a small harness with the same routes.
import { createRequire } from 'node:module'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildPackages, forgetBuild } from './lib/build-packages.mjs'
import { packRelease } from './lib/pack-release.mjs'
import { browserPackages, readPackage, root } from './lib/packages.mjs'
import { site } from './lib/site.mjs'
import { spawnOrigin } from './lib/spawn-origin.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { alone: { type: 'boolean' } } })
const [name] = positionals
if (!browserPackages.includes(name)) {
  console.error(`Name one package: npm run dev -- ${browserPackages.join(' | ')}`)
  process.exit(1)
}
const require = createRequire(import.meta.url)

if (values.alone) await serveHarness()
else await serveComposedSite()

async function serveComposedSite() {
  process.env.SITE_DIR ??= path.join(root, '.site-dev')
  process.env.SITE_DEV = '1'
  await buildPackages({ only: ['origin', ...browserPackages.filter((other) => other !== name)] })
  await site('settings', '--from-environment')
  forgetBuild(name)
  await watchPackage()
  const server = spawnOrigin()
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code) => process.exit(code ?? 1))
}

/** Resolves when the first build is live; later builds follow each edit. */
function watchPackage() {
  process.env.NODE_ENV = 'development'
  process.env.RELEASE_VERSION = `${readPackage(name).version}-dev.h[fullhash:8]`
  const compiler = require('webpack')(require(path.join(root, name, 'webpack.config.cjs')))
  return new Promise((resolve) => {
    compiler.watch({ aggregateTimeout: 30 }, async (error, stats) => {
      if (error || stats.hasErrors())
        return console.error(error ?? stats.toString({ preset: 'errors-only', colors: true }))
      const startedAt = performance.now()
      await makeLive(stats).catch((failure) => console.error(failure.message))
      console.log(`live after ${Math.round(performance.now() - startedAt)} ms`)
      resolve()
    })
  })
}

let isFirst = true

async function makeLive(stats) {
  const client = stats.stats.find((part) => part.compilation.name.endsWith(':client'))
  const version = `${readPackage(name).version}-dev.h${client.hash.slice(0, 8)}`
  await packRelease(path.join(root, name), { name, version })
  await site('deploy', ...(isFirst ? browserPackages : [name]))
  isFirst = false
}

async function serveHarness() {
  process.env.NODE_ENV = 'development'
  const { harness } = require('./webpack/harness.cjs')
  const WebpackDevServer = require('webpack-dev-server')
  const config = harness(path.join(root, name))
  const server = new WebpackDevServer(config.devServer, require('webpack')(config))
  await server.start()
}
