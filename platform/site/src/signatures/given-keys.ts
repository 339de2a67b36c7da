import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { Refusal } from '@platform/base/errors/refusal'
import { encodeKey, parsePublicKey } from '@platform/release/verify/team-keys'
import { type BelievedKeys, type Signatures, type Signer, signerOf } from './signatures'

/** Keys as variables give them: PEM, or the base64 in it; several public ones with a comma or a space between. */
export type GivenKeys = {
  privateKey?: string | undefined
  publicKeys?: string | undefined
  /** Of a program that makes nothing, such as an origin: it signs nothing, also where it would find a key. */
  isReading?: boolean
}

/** The keys of a machine whose environment names them; the folder of the site then has no say. */
export function givenSignatures({ privateKey, publicKeys }: GivenKeys): Signatures {
  return {
    advice:
      'Set OPERATOR_KEY, the private key, where the operator works, and OPERATOR_KEYS, the public ones, everywhere.',
    signer: async () => (privateKey ? signerFrom(privateKey, publicKeys) : undefined),
    believed: async () => (publicKeys ? parsePublicKeys(publicKeys) : ownKeys(privateKey)),
  }
}

function signerFrom(text: string, publicKeys: string | undefined): Signer {
  const { key, encoded } = parsePrivateKey(text)
  if (publicKeys && !parsePublicKeys(publicKeys).has(encoded)) {
    throw new Refusal('The public half of OPERATOR_KEY is not among OPERATOR_KEYS, so no origin would believe it')
  }
  return signerOf(key, encoded)
}

/** Who may sign is believed, unless somebody says whom else. */
function ownKeys(privateKey: string | undefined): BelievedKeys {
  if (!privateKey) return new Map()
  const { encoded } = parsePrivateKey(privateKey)
  return new Map([[encoded, parsePublicKey(encoded)]])
}

/** @throws Refusal naming what is expected, never the text */
export function parsePublicKeys(text: string): BelievedKeys {
  const pem = text.match(/-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g)
  const all = pem ?? text.split(/[\s,]+/).filter(Boolean)
  const keys = all.map((one) => parsePublicKey(one))
  return new Map(keys.map((key) => [encodeKey(key), key]))
}

/** @throws Refusal that never repeats the key */
export function parsePrivateKey(text: string): { key: KeyObject; encoded: string } {
  const trimmed = text.trim()
  try {
    const key = trimmed.startsWith('-----')
      ? createPrivateKey(trimmed)
      : createPrivateKey({ key: Buffer.from(trimmed, 'base64'), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'ed25519') return { key, encoded: encodeKey(createPublicKey(key)) }
  } catch {
    // The cause could quote the key.
  }
  throw new Refusal("The operator's key is not an Ed25519 private key (openssl genpkey -algorithm ed25519)")
}
