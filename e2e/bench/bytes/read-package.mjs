import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../../../scripts/lib/packages.mjs'
import { brotli } from '../site/brotli.mjs'

/** Brotli bytes of all scripts and all styles a package has built for browsers. */
export async function readPackageBytes(name) {
  const folder = path.join(root, name, 'dist/client')
  const files = await readdir(folder)
  const sizes = { package: name, js: 0, css: 0 }
  for (const file of files) {
    const kind = path.extname(file).slice(1)
    if (kind in sizes) sizes[kind] += brotli(await readFile(path.join(folder, file))).length
  }
  return sizes
}
