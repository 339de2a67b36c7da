import { appendFile, cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { digestFiles, writeReleasePackage } from '../../kit/release/pack-release.mjs'
import { digest, filesBelow } from './evidence'

type Replacement = { from: string | RegExp; to: string }
export type Change = {
  everywhere?: Replacement[]
  client?: Replacement[]
  /** Appended to each style sheet. */
  styles?: string
}

type Copy = Change & { from: string; to: string; name: string; version: string }

export async function copyRelease({ from, to, name, version, ...change }: Copy): Promise<void> {
  await cp(from, to, { recursive: true })
  const release: Record<string, unknown> = JSON.parse(await readFile(path.join(to, 'release.json'), 'utf8'))
  const { everywhere = [], client = [], styles = '' } = change
  await replaceBelow(path.join(to, 'client'), [...everywhere, ...client])
  await replaceBelow(path.join(to, 'server'), everywhere)
  const sheets = styles ? (await filesBelow(path.join(to, 'client'))).filter((file) => file.endsWith('.css')) : []
  for (const sheet of sheets) await appendFile(sheet, styles)
  release.version = version
  for (const file of ['release.json', 'release.sig', 'package.json']) await rm(path.join(to, file), { force: true })
  const renamed = await renameByContent(path.join(to, 'client'))
  for (const map of await filesBelow(path.join(to, 'maps'))) {
    await rename(map, path.join(path.dirname(map), renamed(path.basename(map))))
  }
  Object.assign(release, JSON.parse(renamed(JSON.stringify(release))))
  release.files = await digestFiles(to)
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
    const hash = digest(await readFile(file)).slice(0, 8)
    const right = name.replace(/\.[0-9a-f]{8}\./, `.${hash}.`)
    if (right === name) continue
    names.set(name, right)
    await rename(file, path.join(path.dirname(file), right))
  }
  return (text) => [...names].reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}
