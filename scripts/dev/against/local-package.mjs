import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../../lib/packages.mjs'

const HASHED = /^(.+)\.\w{8}(\.\w+)$/

/** A package as it was just built for browsers: what documents say of it, and its style sheets. */
export async function readLocalPackage(name) {
  const dist = path.join(root, name, 'dist')
  const { modules } = JSON.parse(await readFile(path.join(dist, 'module-assets.json'), 'utf8'))
  const { '.': start, ...pages } = modules
  const addressOf = (file) => `/assets/${name}/${file}`
  const names = await readdir(path.join(dist, 'client'))
  const entry = start.scripts.at(-1)
  const scripts = Object.entries(pages).map(([module, { scripts: needed }]) => [
    module,
    needed.filter((file) => file !== entry).map(addressOf),
  ])
  const styles = names.filter((file) => file.endsWith('.css'))
  return {
    name,
    remote: { version: 'development', entry: addressOf(entry), integrity: '', scripts: Object.fromEntries(scripts) },
    files: Object.fromEntries(names.flatMap((file) => hashOf(file) ?? [])),
    styles: await Promise.all(
      styles.map(async (file) => ({
        href: addressOf(file),
        text: await readFile(path.join(dist, 'client', file), 'utf8'),
      })),
    ),
  }
}

/** `courses-page.1a2b3c4d.js` → `['courses-page.js', '1a2b3c4d']`. */
function hashOf(file) {
  const [, stem, extension] = HASHED.exec(file) ?? []
  return stem && [[stem + extension, file.slice(stem.length + 1, -extension.length)]]
}
