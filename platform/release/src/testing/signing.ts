import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A team's key pair; `publicKey` as a PEM file has it. */
export function createTeam(): { privateKey: KeyObject; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString() }
}

/** Signs a built release as `scripts/sign-release.mjs` does. */
export async function signRelease(folder: string, privateKey: KeyObject): Promise<void> {
  const signature = sign(null, await readFile(path.join(folder, 'release.json')), privateKey)
  await writeFile(path.join(folder, 'release.sig'), `${signature.toString('base64')}\n`)
}
