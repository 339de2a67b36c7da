import { createPrivateKey, sign } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes `release.sig`: the Ed25519 signature of `release.json`, which has the digests of all other files.
 * @param {string} dist
 * @param {string} privateKey PKCS #8 as PEM, or its base64
 * @throws Error that never repeats the key
 */
export async function signRelease(dist, privateKey) {
  const key = parsePrivateKey(privateKey)
  const signature = sign(null, await readFile(path.join(dist, 'release.json')), key)
  await writeFile(path.join(dist, 'release.sig'), `${signature.toString('base64')}\n`)
}

function parsePrivateKey(text) {
  const trimmed = text.trim()
  try {
    const key = trimmed.startsWith('-----')
      ? createPrivateKey(trimmed)
      : createPrivateKey({ key: Buffer.from(trimmed, 'base64'), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // No cause: it could quote the key.
  }
  throw new Error('RELEASE_SIGNING_KEY is not an Ed25519 private key (openssl genpkey -algorithm ed25519)')
}
