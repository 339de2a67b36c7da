import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '../files/digest'
import { Refusal } from '../refusal'
import { parseRelease, type Release, type ReleaseFile } from './release'

export const RELEASE_FILE = 'release.json'
/** Compressed copies the registry adds to a published release; never part of what was built. */
export const ENCODED_FOLDER = 'encoded'

export type VerifiedRelease = { release: Release; digest: string; folder: string }

/**
 * Reads a release and checks every file against its digest.
 * @throws Refusal when a file is missing, changed, unlisted or not a plain file.
 */
export async function verifyRelease(folder: string): Promise<VerifiedRelease> {
  const source = path.join(folder, RELEASE_FILE)
  const json = await readFile(source, 'utf8').catch((cause) => {
    throw new Refusal(`There is no ${RELEASE_FILE} in ${folder}. Build the package first.`, { cause })
  })
  const release = parseRelease(json, source)
  await checkNothingUnlisted(folder, release)
  for (const [file, expected] of Object.entries(release.files)) await readReleaseFile(folder, file, expected)
  return { release, digest: sha256(json), folder }
}

/** The content of one file, never that of a changed one. */
export async function readReleaseFile(folder: string, file: string, expected: ReleaseFile): Promise<Buffer> {
  const content = await readFile(path.join(folder, file)).catch((cause) => {
    throw new Refusal(`${file} is listed in ${RELEASE_FILE} but cannot be read in ${folder}`, { cause })
  })
  if (content.length !== expected.bytes || sha256(content) !== expected.sha256) {
    throw new Refusal(`${file} in ${folder} does not match its digest: it was changed or copied incompletely`)
  }
  return content
}

async function checkNothingUnlisted(folder: string, release: Release): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')
    if (file === RELEASE_FILE || entry.isDirectory() || file.startsWith(`${ENCODED_FOLDER}/`)) continue
    if (!entry.isFile()) throw new Refusal(`${file} in ${folder} is not a plain file`)
    if (!Object.hasOwn(release.files, file)) {
      throw new Refusal(`${file} in ${folder} is not listed in ${RELEASE_FILE}`)
    }
  }
}
