import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeReleasePackage } from '../../scripts/lib/release-package.mjs'

export type Replacement = { from: string | RegExp; to: string }
export type Change = {
  /** Made in the browser's scripts and in the server's bundles; each must be found somewhere. */
  everywhere?: Replacement[]
  /** Made in the browser's scripts alone. */
  client?: Replacement[]
  /** Made in the server's bundles alone. */
  server?: Replacement[]
  /** Changes `release.json` before the digests are written. */
  manifest?: (release: Record<string, unknown>) => void
}

type Copy = Change & { from: string; to: string; name: string; version: string }

/** Copies a built package as another version of itself, with changes and correct digests. */
export async function copyRelease({ from, to, name, version, ...change }: Copy): Promise<void> {
  await cp(from, to, { recursive: true })
  const release: Record<string, unknown> = JSON.parse(await readFile(path.join(to, 'release.json'), 'utf8'))
  const moved = { from: `/releases/${name}/${release.version}/`, to: `/releases/${name}/${version}/` }
  await replaceBelow(path.join(to, 'client'), [moved])
  const { everywhere = [], client = [], server = [], manifest } = change
  await replaceBelow(path.join(to, 'client'), [...everywhere, ...client])
  await replaceBelow(path.join(to, 'server'), [...everywhere, ...server])
  release.version = version
  for (const file of ['release.json', 'release.sig', 'package.json']) await rm(path.join(to, file), { force: true })
  release.files = await digestFiles(to)
  manifest?.(release)
  await writeFile(path.join(to, 'release.json'), JSON.stringify(release))
  await writeReleasePackage(to, { name, version })
}

async function replaceBelow(folder: string, replacements: readonly Replacement[]): Promise<void> {
  const missing = new Set(replacements)
  for (const file of await filesBelow(folder)) {
    if (!/\.c?js$/.test(file)) continue
    const before = await readFile(file, 'utf8')
    let after = before
    for (const replacement of replacements) {
      const { from, to } = replacement
      const changed = after.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), () => to)
      if (changed !== after) missing.delete(replacement)
      after = changed
    }
    if (after !== before) await writeFile(file, after)
  }
  if (missing.size > 0) throw new Error(`Not found in ${folder}: ${[...missing].map(({ from }) => from).join(', ')}`)
}

async function digestFiles(folder: string) {
  const files: Record<string, { sha256: string; bytes: number }> = {}
  for (const file of await filesBelow(folder)) {
    const content = await readFile(file)
    const name = path.relative(folder, file).split(path.sep).join('/')
    files[name] = { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length }
  }
  return files
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}
