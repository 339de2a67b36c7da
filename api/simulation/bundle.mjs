import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { plantIn } from './plants.mjs'

const folder = path.dirname(fileURLToPath(import.meta.url))
const api = path.join(folder, '..')
/** The code of the shop; nothing else is bundled with other modules, or gets mistakes. */
const shop = ['src', 'papers/src', 'providers/src'].map((name) => path.join(api, name) + path.sep)
const isOfShop = (file) => shop.some((it) => file.startsWith(it))

/** Modules of the shop that use chance, time, native code or a thread, and what they get instead. */
const replacements = [
  { filter: /^@node-rs\/argon2$/, file: 'argon2' },
  { filter: /^@site\/papers\/render-pdf$/, file: 'render-pdf' },
  { filter: /^node:timers\/promises$/, file: 'timers-promises' },
  { filter: /^node:crypto$/, file: 'crypto' },
  { filter: /\/database-thread$/, file: 'database-thread' },
]

/**
 * Bundles the simulation with the shop as it is, or with a mistake planted in it.
 * @param plant `{ name, file, find, replace }`: `find` is in the file, below `api`, exactly once
 * @throws Error when the mistake cannot be planted any more
 */
export async function bundleSimulation(outfile, plant) {
  let isPlanted = plant === undefined
  const setup = (bundler) => {
    for (const { filter, file } of replacements) {
      const instead = path.join(folder, 'src/replaced', `${file}.ts`)
      bundler.onResolve({ filter }, ({ importer }) => (isOfShop(importer) ? { path: instead } : undefined))
    }
    if (isPlanted) return
    bundler.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      if (file !== path.join(api, plant.file)) return undefined
      isPlanted = true
      return { contents: plantIn(readFileSync(file, 'utf8'), plant), loader: 'ts' }
    })
  }
  await build({
    entryPoints: [path.join(folder, 'src/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outfile,
    // The database is WebAssembly beside its module; the shop never loads the sandbox with keys.
    external: ['@electric-sql/pglite', 'pg-native'],
    define: { 'import.meta.dirname': '__dirname' },
    loader: { '.sql': 'text', '.html': 'text' },
    sourcemap: 'inline',
    logLevel: 'error',
    plugins: [{ name: 'simulation', setup }],
  })
  if (!isPlanted) throw new Error(`${plant.name}: ${plant.file} is not part of the shop`)
}
