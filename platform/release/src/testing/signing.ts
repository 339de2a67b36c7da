import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export function createTeam(): { privateKey: KeyObject; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString() }
}

export async function signRelease(folder: string, privateKey: KeyObject): Promise<void> {
  const signature = sign(null, await readFile(path.join(folder, 'release.json')), privateKey)
  await writeFile(path.join(folder, 'release.sig'), `${signature.toString('base64')}\n`)
}
