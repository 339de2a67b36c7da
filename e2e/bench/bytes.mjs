import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { browserPackages, root } from '../../scripts/lib/packages.mjs'
import { readRouteScripts } from './browser.mjs'
import { brotli } from './references.mjs'
import { CHECKOUT, createTree, deploySite, distOf, getCompressed, readRelease, untilAnother } from './site.mjs'
import { figureRow, largestOf, ratioRow } from './table.mjs'

const require = createRequire(path.join(root, 'package.json'))
const ENTRY = 'main'
const RUNTIME = '@module-federation/enhanced/runtime'

/**
 * Builds shell and remotes as one application without the federation runtime.
 * @returns page's chunk (`courses-page`) → Brotli bytes of its JavaScript
 */
async function buildSinglePageApp(folder) {
  await mkdir(folder, { recursive: true })
  const runtime = path.join(folder, 'direct-imports.js')
  await writeFile(runtime, directImports())
  const { namedChunkGroups } = await compile(singlePageConfig(folder, runtime))
  const sizes = new Map()
  for (const [name, group] of namedChunkGroups) {
    const files = new Set([...namedChunkGroups.get(ENTRY).getFiles(), ...group.getFiles()])
    const scripts = [...files].filter((it) => it.endsWith('.js')).map((file) => path.join(folder, 'client', file))
    const copies = await Promise.all(scripts.map(async (file) => brotli(await readFile(file))))
    sizes.set(name, Buffer.concat(copies).length)
  }
  return sizes
}

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

const LISTING = '/courses'
const limits = { '/': 120, '/courses': 128, '/blog': 124, '/cart': 128 }
/** `most`: kB that its release may cost a browser without deltas. */
const changes = [
  { name: 'catalog', file: 'src/courses/courses-page.tsx', from: 'Available Courses', to: 'Courses on offer', most: 8 },
  { name: 'shell', file: 'src/footer/footer.tsx', from: 'Quick Links', to: 'Short cuts', most: 12 },
]

export async function measureBytes({ site, options, browser, progress }) {
  const routes = []
  for (const route of options.routes) {
    progress(`bytes: ${route}`)
    routes.push(await readRoute(site.url, route, browser))
  }
  progress('bytes: the same application without federation')
  const single = await buildSinglePageApp(path.join(site.folder, 'single-page-app'))
  const chunks = chunksByPath()
  const comparable = routes.filter(({ route }) => single.has(chunks.get(route)))
  for (const each of comparable) each.singleJs = single.get(chunks.get(each.route)) + each.lateJs
  const html = largestOf(routes.map(({ route, html }) => ({ route, value: html })))
  const row = (goal, measured, ours, given) => figureRow({ goal, measured, unit: 'kB', ours: ours / 1000, ...given })
  const rows = [
    row('P1', `HTML, heaviest: ${html.route}`, html.value, { most: 25 }),
    ...routes.map(({ route, js }) =>
      row(limits[route] ? 'P4' : '–', `JavaScript ${route}`, js, { most: limits[route] }),
    ),
    checkoutRow(routes),
    ...comparable.map(({ route, js, singleJs }) => {
      const given = { ours: js / 1000, reference: singleJs / 1000, most: 1.5 }
      return ratioRow({ goal: 'P5', measured: `JavaScript ${route} : without federation`, unit: 'kB', ...given })
    }),
    ...(await measureChanges({ browser, progress })).map(({ name, most, bytes }) =>
      row('P9', `scripts of ${LISTING} that a release of ${name} with one changed text makes new`, bytes, { most }),
    ),
  ]
  return { rows, details: routes }
}

async function readRoute(url, route, browser) {
  const { body } = await getCompressed(url + route)
  const html = brotliDecompressSync(body).toString()
  const scripts = await readRouteScripts(browser, { url, route, hasCart: route === CHECKOUT })
  const own = scripts.filter((script) => new URL(script).pathname.startsWith('/assets/'))
  const late = own.filter((script) => !html.includes(new URL(script).pathname))
  return { route, html: body.length, js: await bytesOf(own), lateJs: await bytesOf(late), scripts }
}

export async function bytesOf(addresses) {
  const sizes = await Promise.all(addresses.map(async (address) => (await getCompressed(address)).body.length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function chunksByPath() {
  const pages = browserPackages.flatMap((name) => readRelease(distOf(name)).pages)
  return new Map(pages.map(({ path: address, module }) => [address, module.replace('./', '')]))
}

function checkoutRow(routes) {
  const isCheckouts = (script) => /\/checkout-page\.|stripe|paypal/i.test(script)
  const found = routes.filter(({ route, scripts }) => route !== CHECKOUT && scripts.some(isCheckouts))
  const measured = `pages that load what only checkout needs ${found.map(({ route }) => route)}`.trim()
  return figureRow({ goal: 'P4', measured, unit: '', ours: found.length, most: 0 })
}

async function measureChanges({ browser, progress }) {
  const site = await deploySite()
  const tree = await createTree('bench')
  const measured = []
  const deploy = async (name) => {
    const dist = await tree.build(name)
    await site.command('publish', name, '--from', dist)
    const release = `${name}@${readRelease(dist).version}`
    await untilAnother(site.url + LISTING, () => site.command('activate', release))
    return readRouteScripts(browser, { url: site.url, route: LISTING })
  }
  try {
    for (const { name, file, from, to, most } of changes) {
      progress(`bytes: a release of ${name} with one changed text`)
      await tree.edit(path.join(name, file), from, `${from} `)
      const before = await deploy(name)
      await tree.edit(path.join(name, file), `${from} `, to)
      const after = await deploy(name)
      measured.push({ name, most, bytes: await bytesOf(after.filter((script) => !before.includes(script))) })
    }
  } finally {
    await site.remove()
  }
  return measured
}
