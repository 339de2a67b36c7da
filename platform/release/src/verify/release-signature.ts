import { verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import { nameOf } from '../manifest/release'
import { RELEASE_FILE, SIGNATURE_FILE } from '../manifest/release-file'
import { fingerprintOf, parsePublicKey, type TeamKey, type TeamKeys } from './team-keys'
import type { VerifiedRelease } from './verify-release'

/**
 * Checks the signature of `release.json`. Packages without keys may be unsigned unless `isRequired`.
 * @returns the signing key's fingerprint; `undefined` for an unsigned package
 * @throws Refusal without a trusted signature
 */
export async function checkSignature(
  verified: Pick<VerifiedRelease, 'release' | 'folder' | 'digest'>,
  known: TeamKeys,
  { isRequired = false } = {},
): Promise<string | undefined> {
  const { release, folder, digest } = verified
  const { package: name } = release
  const keys = known[name]
  if (!keys) {
    if (!isRequired) return undefined
    throw new Refusal(`The site trusts no key for ${name}. Add its team's public key: site keys add ${name} <file>`)
  }
  const signature = await readSignature(folder)
  if (!signature) throw new Refusal(`${nameOf(release)} is not signed: it has no ${SIGNATURE_FILE}`)
  const signer = keys.find(({ key }) => isSignedBy(signature, key))
  if (!signer) {
    throw new Refusal(
      `${nameOf(release)}: the signature in ${SIGNATURE_FILE} is by none of the keys the site trusts for ${name}`,
    )
  }
  refuseSigner(nameOf(release), signer, digest)
  return fingerprintOf(signer.key)
}

export async function isReleaseSignedBy(folder: string, key: string): Promise<boolean> {
  const signature = await readSignature(folder)
  return signature !== undefined && isSignedBy(signature, key)
}

function refuseSigner(release: string, { key, state, releases = [] }: TeamKey, digest: string): void {
  const signed = `${release} is signed by the key ${fingerprintOf(key)}, which`
  if (state === 'revoked') {
    throw new Refusal(`${signed} was revoked. Its team signs a new version with a key that is trusted.`)
  }
  if (state === 'retired' && !releases.includes(digest)) {
    throw new Refusal(
      `${signed} is retired, and it was not here before that. Its team signs a new version with today's key.`,
    )
  }
}

type Signature = { manifest: Buffer; signature: Buffer }

async function readSignature(folder: string): Promise<Signature | undefined> {
  const signature = await readFile(path.join(folder, SIGNATURE_FILE), 'utf8').catch(() => undefined)
  if (signature === undefined) return undefined
  return { manifest: await readFile(path.join(folder, RELEASE_FILE)), signature: Buffer.from(signature, 'base64') }
}

function isSignedBy({ manifest, signature }: Signature, key: string): boolean {
  return verify(null, manifest, parsePublicKey(key), signature)
}
