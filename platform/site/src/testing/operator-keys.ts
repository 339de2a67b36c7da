import { generateKeyPairSync } from 'node:crypto'
import type { GivenKeys } from '../signatures/given-keys'

/** A new operator's key pair, as variables give it: base64. */
export function createOperatorKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKeys: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  } satisfies GivenKeys
}

/** Those of every operator and origin of a test that says nothing else. */
export const testKeys = createOperatorKeys()
