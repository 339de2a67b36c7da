import { isUtf8 } from 'node:buffer'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as giveWay } from 'node:timers/promises'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { findMisnamed } from '../manifest/asset-address'
import { parseRelease, type Release } from '../manifest/release'
import { RELEASE_FILE, readReleaseFileNow, SIGNATURE_FILE } from '../manifest/release-file'
import { ENCODED_FOLDER } from './encode-files'

/** Files that `release.json` does not list: itself, its signature, and npm's manifest. */
const UNLISTED = new Set([RELEASE_FILE, SIGNATURE_FILE, 'package.json'])

export type VerifiedRelease = {
  release: Release
  digest: string
  folder: string
  /** Fingerprint of the signing key; absent for a package without keys. */
  signedBy?: string
}

/**
 * Reads a release and checks every digest.
 * @param verified digest of a release whose files need no second look
 * @throws Refusal when a file is missing, changed, unlisted, not a plain file or misnamed
 */
export async function verifyRelease(folder: string, verified?: string): Promise<VerifiedRelease> {
  const source = path.join(folder, RELEASE_FILE)
  const bytes = await readFile(source).catch((cause) => {
    throw new Refusal(`There is no ${RELEASE_FILE} in ${folder}. Build the package first.`, { cause })
  })
  // Invalid UTF-8 decodes to U+FFFD, so files of different bytes would have one digest.
  if (!isUtf8(bytes)) throw new Refusal(`${source} is not text in UTF-8`)
  const json = bytes.toString()
  const digest = sha256(json)
  const release = parseRelease(json, source)
  if (digest === verified) return { release, digest, folder }
  const misnamed = findMisnamed(release)
  if (misnamed) throw new Refusal(`${misnamed} in ${folder} does not bear the hash of its content`)
  await checkNothingUnlisted(folder, release)
  for (const [file, expected] of Object.entries(release.files)) {
    readReleaseFileNow(folder, file, expected)
    await giveWay()
  }
  return { release, digest, folder }
}

async function checkNothingUnlisted(folder: string, release: Release): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')
    if (entry.isDirectory() || file.startsWith(`${ENCODED_FOLDER}/`)) continue
    if (!entry.isFile()) throw new Refusal(`${file} in ${folder} is not a plain file`)
    if (UNLISTED.has(file)) continue
    if (!Object.hasOwn(release.files, file)) {
      throw new Refusal(`${file} in ${folder} is not listed in ${RELEASE_FILE}`)
    }
  }
}
