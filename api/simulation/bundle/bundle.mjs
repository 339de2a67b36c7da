import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
export const root = path.join(folder, '../..')
/** The shop's code, and how plants name its folders. */
const shop = path.join(root, 'api/src')
const packages = { papers: path.join(root, 'api/papers/src'), providers: path.join(root, 'api/providers/src') }
const replaced = (name) => path.join(folder, 'src/replaced', `${name}.ts`)

/** What the shop's modules get instead of what they name: chance, time, a native hash, PDFs and the database's thread. */
const replacements = [
  { filter: /^node:crypto$/, file: 'crypto' },
  { filter: /^node:timers\/promises$/, file: 'timers-promises' },
  { filter: /^@node-rs\/argon2$/, file: 'argon2' },
  { filter: /^@site\/papers\/render-pdf$/, file: 'render-pdf' },
  { filter: /\/database-thread$/, file: 'database-thread' },
]

/**
 * Bundles the simulation with the shop as it is in `api/src`, or with mistakes planted in it.
 * @param plants `{ name, file, find, replace }`: `find` stands once in the file below `api/src`, or in `papers/…`, `providers/…`
 * @throws Error when a mistake cannot be planted any more
 */
export async function bundleSimulation(outfile, plants = []) {
  const planted = new Set()
  await build({
    entryPoints: [path.join(folder, 'src/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outfile,
    // The database is WebAssembly beside its module; the sandbox is never loaded with keys.
    external: ['@electric-sql/pglite', '@site/sandbox'],
    loader: { '.sql': 'text', '.html': 'text' },
    sourcemap: 'inline',
    logLevel: 'error',
    plugins: [{ name: 'simulation', setup: (bundler) => setUp(bundler, plants, planted) }],
  })
  const missing = plants.filter(({ name }) => !planted.has(name))
  if (missing.length > 0)
    throw new Error(`Not planted: ${missing.map(({ name, file }) => `${name} (${file})`).join(', ')}`)
}

function setUp(bundler, plants, planted) {
  for (const { filter, file } of replacements) {
    bundler.onResolve({ filter }, ({ importer }) => (isOfShop(importer) ? { path: replaced(file) } : undefined))
  }
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

function isOfShop(file) {
  return [shop, ...Object.values(packages)].some((folder) => file.startsWith(`${folder}${path.sep}`))
}
