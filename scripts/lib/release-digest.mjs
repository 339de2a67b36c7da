import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The one digest that stands for a whole release: the SHA-256 of its `release.json`, which has those of all its files. Sites know
 * a release by it, and its team signs what it is of.
 * @param dist folder of the build
 * @returns `sha256:` and 64 digits, as `site verify --digest` takes it
 */
export async function digestOfRelease(dist) {
  const json = await readFile(path.join(dist, 'release.json'))
  return `sha256:${createHash('sha256').update(json).digest('hex')}`
}
