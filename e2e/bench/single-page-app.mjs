import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { browserPackages, root } from '../../scripts/lib/packages.mjs'
import { brotli } from './references.mjs'

const require = createRequire(path.join(root, 'package.json'))
const ENTRY = 'main'
const RUNTIME = '@module-federation/enhanced/runtime'

/**
 * Builds shell and remotes from the same sources as one application without federation: the federation runtime is replaced
 * by direct imports of the remotes' pages.
 * @returns page's chunk (`courses-page`) → Brotli bytes of the JavaScript it needs, from the first script on
 */
export async function buildSinglePageApp(folder) {
  await mkdir(folder, { recursive: true })
  const runtime = path.join(folder, 'direct-imports.js')
  await writeFile(runtime, directImports())
  const { namedChunkGroups } = await compile(singlePageConfig(folder, runtime))
  const sizes = new Map()
  for (const [name, group] of namedChunkGroups) {
    const files = new Set([...namedChunkGroups.get(ENTRY).getFiles(), ...group.getFiles()])
    const scripts = [...files].filter((it) => it.endsWith('.js')).map((file) => path.join(folder, 'client', file))
    const bytes = await Promise.all(scripts.map(async (file) => brotli(await readFile(file)).length))
    sizes.set(
      name,
      bytes.reduce((sum, each) => sum + each, 0),
    )
  }
  return sizes
}

/** What the shell takes from the federation runtime, as one application would write it. */
function directImports() {
  const imports = browserPackages.slice(1).flatMap((name) => {
    const [, server] = require(path.join(root, name, 'webpack.config.cjs'))
    const { manifest: _, ...pages } = server.entry
    return Object.entries(pages).map(([page, file]) => {
      const source = JSON.stringify(path.join(root, name, file))
      return `  '${name}/${page}': () => import(/* webpackChunkName: "${page}" */ ${source}),`
    })
  })
  return `const pages = {\n${imports.join('\n')}\n}
export const loadRemote = (name) => pages[name]()
export function registerRemotes() {}\n`
}

function singlePageConfig(folder, runtime) {
  const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
  const [client] = require(path.join(root, 'shell/webpack.config.cjs'))
  const { cacheGroups: _, ...splitChunks } = client.optimization.splitChunks
  return {
    ...client,
    name: 'single-page-app',
    entry: { [ENTRY]: './src/bootstrap.tsx' },
    output: { ...client.output, path: path.join(folder, 'client'), publicPath: '/' },
    resolve: { ...client.resolve, alias: { ...client.resolve.alias, [`${RUNTIME}$`]: runtime } },
    optimization: { ...client.optimization, splitChunks },
    plugins: client.plugins.filter((plugin) => !(plugin instanceof ModuleFederationPlugin)),
    cache: false,
  }
}

function compile(config) {
  return new Promise((resolve, reject) => {
    require('webpack')(config).run((error, stats) => {
      if (error) reject(error)
      else if (stats.hasErrors()) reject(new Error(stats.toString({ preset: 'errors-only', colors: false })))
      else resolve(stats.compilation)
    })
  })
}
