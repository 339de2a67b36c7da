/** Where a release's signature is checked: when it is taken in, and each time it is loaded. */

import { verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import { RELEASE_FILE, SIGNATURE_FILE } from '../manifest/release-file'
import { parsePublicKey, type TeamKeys } from './team-keys'
import type { VerifiedRelease } from './verify-release'

/**
 * Checks who made a release: the signature of its `release.json`, whose digests speak for every other file.
 * A package without keys may be unsigned, unless `isRequired`: what comes from outside never is.
 * @throws Refusal when the signature is missing or by no key the site believes for this package
 */
export async function checkSignature(
  { release, folder }: VerifiedRelease,
  believed: TeamKeys,
  { isRequired = false } = {},
): Promise<void> {
  const { package: name, version } = release
  const keys = believed[name] ?? []
  if (keys.length === 0) {
    if (!isRequired) return
    throw new Refusal(
      `The site believes nobody's signature for ${name}. Add its team's public key: site keys add ${name} <file>`,
    )
  }
  const signature = await readFile(path.join(folder, SIGNATURE_FILE), 'utf8').catch((cause) => {
    throw new Refusal(`${name}@${version} is not signed: it has no ${SIGNATURE_FILE}`, { cause })
  })
  const manifest = await readFile(path.join(folder, RELEASE_FILE))
  const isSigned = keys.some((key) => verify(null, manifest, parsePublicKey(key), Buffer.from(signature, 'base64')))
  if (!isSigned) {
    throw new Refusal(
      `${name}@${version}: the signature in ${SIGNATURE_FILE} is by none of the keys the site believes for ${name}`,
    )
  }
}
