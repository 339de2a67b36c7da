import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { plantIn } from './plants.mjs'

const folder = path.dirname(fileURLToPath(import.meta.url))
const api = path.join(folder, '..')
/** The shop's code; only these modules get replacements and planted mistakes. */
const shop = ['src', 'papers/src', 'providers/src'].map((name) => path.join(api, name) + path.sep)
const isOfShop = (file) => shop.some((it) => file.startsWith(it))

const replacements = [
  { filter: /^@node-rs\/argon2$/, file: 'argon2' },
  { filter: /^@site\/papers\/render-pdf$/, file: 'render-pdf' },
  { filter: /^node:timers\/promises$/, file: 'timers-promises' },
  { filter: /^node:crypto$/, file: 'crypto' },
  { filter: /\/database-thread$/, file: 'database-thread' },
]

/** @param plant `{ name, file, find, replace }`: `find` occurs exactly once in the file below `api` */
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
    external: ['@electric-sql/pglite', 'pg-native'],
    define: { 'import.meta.dirname': '__dirname' },
    loader: { '.sql': 'text', '.html': 'text' },
    sourcemap: 'inline',
    logLevel: 'error',
    plugins: [{ name: 'simulation', setup }],
  })
  if (!isPlanted) throw new Error(`${plant.name}: ${plant.file} is not part of the shop`)
}
