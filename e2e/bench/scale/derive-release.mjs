import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Digits of its content's digest that a browser file bears in its name. */
const HASHED = /\.([0-9a-f]{8})(\.[\w.]+)$/

/**
 * A release as its package would have been built under another name: building a hundred takes half an hour, and the result is
 * this.
 * @param texts what else is another: text → text
 */
export async function deriveRelease({ from, to, name, version, texts = {} }) {
  const release = JSON.parse(await readFile(path.join(from, 'release.json'), 'utf8'))
  const words = Object.entries({ [release.package]: name, ...texts })
  const change = (text) => words.reduce((changed, [before, after]) => changed.replaceAll(before, after), text)
  const files = {}
  const names = new Map()
  for (const file of Object.keys(release.files)) {
    const content = Buffer.from(change(await readFile(path.join(from, file), 'latin1')), 'latin1')
    const sha256 = createHash('sha256').update(content).digest('hex')
    const renamed = change(file).replace(HASHED, (_, _hash, rest) => `.${sha256.slice(0, 8)}${rest}`)
    names.set(path.posix.basename(change(file)), path.posix.basename(renamed))
    files[renamed] = { sha256, bytes: content.length }
    await mkdir(path.dirname(path.join(to, renamed)), { recursive: true })
    await writeFile(path.join(to, renamed), content)
  }
  let json = change(JSON.stringify({ ...release, version, files: undefined }))
  for (const [before, after] of names) json = json.replaceAll(`"${before}"`, `"${after}"`)
  await writeFile(path.join(to, 'release.json'), JSON.stringify({ ...JSON.parse(json), files }))
  return to
}

/** Bytes of all files below a folder. */
export async function sizeOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const { stat } = await import('node:fs/promises')
  const sizes = entries
    .filter((it) => it.isFile())
    .map(async (it) => (await stat(path.join(it.parentPath, it.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
