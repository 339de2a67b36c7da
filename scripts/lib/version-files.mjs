import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './packages.mjs'

/** What a version of one package is written into. */
export function versionFiles(name) {
  return [`${name}/package.json`, `${name}/CHANGELOG.md`, 'package-lock.json']
}

/** What these files hold now; `undefined` for one that is not there. */
export function readFiles(files) {
  return Object.fromEntries(files.map((file) => [file, read(file)]))
}

/**
 * Gives files the content that they had, unless somebody has changed them since.
 * @param before what `readFiles` said before they were written
 * @param after what it said afterwards
 */
export function restoreFiles(before, after) {
  for (const [file, content] of Object.entries(before)) {
    if (read(file) === content) continue
    if (read(file) !== after[file]) console.warn(`${file} was changed meanwhile, and is left as it is`)
    else if (content === undefined) rmSync(path.join(root, file))
    else writeFileSync(path.join(root, file), content)
  }
}

function read(file) {
  const place = path.join(root, file)
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined
}
