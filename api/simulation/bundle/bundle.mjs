import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
export const root = path.join(folder, '../..')
/** The shop's code, and how plants name its folders. */
const shop = path.join(root, 'api/src')
const packages = { papers: path.join(root, 'api/papers/src'), providers: path.join(root, 'api/providers/src') }
const isOfShop = isIn(shop, ...Object.values(packages))
const isOfWorld = isIn(path.join(folder, 'src'))

const withoutDrawing = [
  { filter: /^@node-rs\/argon2$/, file: 'replaced/argon2', isFor: isOfShop },
  { filter: /^@site\/papers\/render-pdf$/, file: 'replaced/render-pdf', isFor: isOfShop },
]
const timers = { filter: /^node:timers\/promises$/, file: 'replaced/timers-promises', isFor: isOfShop }

/** Each program, and what its modules get instead of what they name. */
const programs = {
  /** The shop and its world in virtual time: chance, time, a native hash, PDFs and the database's thread. */
  simulation: {
    entry: 'main',
    replacements: [
      ...withoutDrawing,
      timers,
      { filter: /^node:crypto$/, file: 'replaced/crypto', isFor: isOfShop },
      { filter: /\/database-thread$/, file: 'replaced/database-thread', isFor: isOfShop },
    ],
  },
  /** The world beside servers that are processes, on a PostgreSQL server. */
  world: {
    entry: 'main',
    replacements: ['globals', 'database', 'open-server'].map((name) => {
      return { filter: new RegExp(`^\\.[./\\w-]*/${name}$`), file: `real/${name}`, isFor: isOfWorld }
    }),
  },
  /** One of those servers. */
  server: { entry: 'real/server-process', replacements: [...withoutDrawing, timers] },
}

/** Two programs: the world, and beside it, with the mistakes, its servers. */
export async function bundleReal(outfile, plants = []) {
  await bundleSimulation(outfile, [], 'world')
  await bundleSimulation(outfile.replace(/\.cjs$/, '-server.cjs'), plants, 'server')
}

/**
 * Bundles a program with the shop as it is in `api/src`, or with mistakes planted in it.
 * @param plants `{ name, file, find, replace }`: `find` stands once in the file below `api/src`, or in `papers/…`, `providers/…`
 * @throws Error when a mistake cannot be planted any more
 */
export async function bundleSimulation(outfile, plants = [], program = 'simulation') {
  const { entry, replacements } = programs[program]
  const planted = new Set()
  await build({
    entryPoints: [path.join(folder, 'src', `${entry}.ts`)],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outfile,
    // The database is WebAssembly beside its module; the sandbox is never loaded with keys.
    external: ['@electric-sql/pglite', '@site/sandbox', 'pg-native'],
    define: { 'import.meta.dirname': '__dirname' },
    loader: { '.sql': 'text', '.html': 'text' },
    // Many servers are started: to read a map would take longer than all else of it.
    sourcemap: program === 'server' ? false : 'inline',
    minifyWhitespace: program === 'server',
    logLevel: 'error',
    plugins: [{ name: 'simulation', setup: (bundler) => setUp(bundler, replacements, plants, planted) }],
  })
  const missing = plants.filter(({ name }) => !planted.has(name))
  if (missing.length > 0)
    throw new Error(`Not planted: ${missing.map(({ name, file }) => `${name} (${file})`).join(', ')}`)
}

function setUp(bundler, replacements, plants, planted) {
  for (const { filter, file, isFor } of replacements) {
    const instead = path.join(folder, 'src', `${file}.ts`)
    bundler.onResolve({ filter }, ({ importer }) => (isFor(importer) ? { path: instead } : undefined))
  }
  // What waits for a real server waits by the real clock.
  bundler.onLoad({ filter: /\/node_modules\/pg(-pool)?\/.+\.js$/ }, ({ path: file }) => ({
    contents: `const { setTimeout, clearTimeout } = require('node:timers');${readFileSync(file, 'utf8')}`,
  }))
  if (plants.length === 0) return
  bundler.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
    if (!isOfShop(file)) return undefined
    const mine = plants.filter((plant) => fileOf(plant) === file)
    if (mine.length === 0) return undefined
    let contents = readFileSync(file, 'utf8')
    for (const { name, find, replace } of mine) {
      const parts = contents.split(find)
      if (parts.length !== 2) throw new Error(`${name}: ${parts.length - 1} places in ${file} are "${find}", not one`)
      contents = parts.join(replace)
      planted.add(name)
    }
    return { contents, loader: 'ts' }
  })
}

function fileOf({ file }) {
  const [name, ...rest] = file.split('/')
  return packages[name] ? path.join(packages[name], ...rest) : path.join(shop, file)
}

function isIn(...folders) {
  return (file) => folders.some((it) => file.startsWith(`${it}${path.sep}`))
}
