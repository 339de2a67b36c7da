import { createHash } from 'node:crypto'
import { appendFile, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeReleasePackage } from '../../kit/release/pack-release.mjs'

export type Replacement = { from: string | RegExp; to: string }
export type Change = {
  everywhere?: Replacement[]
  client?: Replacement[]
  server?: Replacement[]
  /** Appended to each style sheet. */
  styles?: string
  files?: Record<string, (text: string) => string>
  /** Runs before the digests are written. */
  manifest?: (release: Record<string, unknown>) => void
}

type Copy = Change & { from: string; to: string; name: string; version: string }

export async function copyRelease({ from, to, name, version, ...change }: Copy): Promise<void> {
  await cp(from, to, { recursive: true })
  const release: Record<string, unknown> = JSON.parse(await readFile(path.join(to, 'release.json'), 'utf8'))
  const { everywhere = [], client = [], server = [], styles = '', files = {}, manifest } = change
  await replaceBelow(path.join(to, 'client'), [...everywhere, ...client])
  await replaceBelow(path.join(to, 'server'), [...everywhere, ...server])
  const sheets = styles ? (await filesBelow(path.join(to, 'client'))).filter((file) => file.endsWith('.css')) : []
  for (const sheet of sheets) await appendFile(sheet, styles)
  for (const [file, changed] of Object.entries(files)) {
    await writeFile(path.join(to, file), changed(await readFile(path.join(to, file), 'utf8')))
  }
  release.version = version
  for (const file of ['release.json', 'release.sig', 'package.json']) await rm(path.join(to, file), { force: true })
  const renamed = await renameByContent(path.join(to, 'client'))
  for (const map of await filesBelow(path.join(to, 'maps'))) {
    await rename(map, path.join(path.dirname(map), renamed(path.basename(map))))
  }
  Object.assign(release, JSON.parse(renamed(JSON.stringify(release))))
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

async function renameByContent(folder: string): Promise<(text: string) => string> {
  const names = new Map<string, string>()
  for (const file of await filesBelow(folder)) {
    const name = path.basename(file)
    const hash = sha256(await readFile(file)).slice(0, 8)
    const right = name.replace(/\.[0-9a-f]{8}\./, `.${hash}.`)
    if (right === name) continue
    names.set(name, right)
    await rename(file, path.join(path.dirname(file), right))
  }
  return (text) => [...names].reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}

async function digestFiles(folder: string) {
  const files: Record<string, { sha256: string; bytes: number }> = {}
  for (const file of await filesBelow(folder)) {
    const content = await readFile(file)
    const name = path.relative(folder, file).split(path.sep).join('/')
    files[name] = { sha256: sha256(content), bytes: content.length }
  }
  return files
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
