import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { link, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { readText, replaceFile, writeDurably } from '@platform/base/durable/durable'
import { temporaryName } from '@platform/base/durable/temporary'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { encodeKey, parsePublicKey } from '@platform/release/verify/team-keys'
import { type Signatures, type Signer, signerOf, type TrustedKeys } from './signatures'

const PRIVATE = 0o600

/** Makes a key pair at the first signature. */
export function folderSignatures(folder: string): Signatures {
  const privateFile = path.join(folder, 'operator.key')
  const publicFile = path.join(folder, 'operator.pub')

  async function trusted(): Promise<TrustedKeys> {
    const text = await readText(publicFile)
    return text === undefined ? new Map() : parsePublicKeys(text)
  }

  async function signer() {
    const text = (await readText(privateFile)) ?? (await makeKey(privateFile))
    const { key, encoded } = parsePrivateKey(text)
    const known = await trusted()
    if (!known.has(encoded)) await replaceFile(publicFile, [...known.keys(), encoded, ''].join('\n'))
    return signerOf(key, encoded)
  }

  return { advice: `It is made in ${folder} when first something is made live.`, signer, trusted }
}

/** A link never replaces a file, so the first of two processes wins. */
async function makeKey(file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const temporary = path.join(path.dirname(file), temporaryName('key'))
  await mkdir(path.dirname(file), { recursive: true })
  await writeDurably(temporary, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), PRIVATE)
  try {
    await link(temporary, file)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    await rm(temporary, { force: true })
  }
  return readFile(file, 'utf8')
}

/** PEM or its base64; public keys with a comma or space between. */
export type GivenKeys = {
  privateKey?: string | undefined
  publicKeys?: string | undefined
  /** Never signs, even if a key is here. */
  isReading?: boolean
}

export function givenSignatures({ privateKey, publicKeys }: GivenKeys): Signatures {
  return {
    advice:
      'Set OPERATOR_KEY, the private key, where the operator works, and OPERATOR_KEYS, the public ones, everywhere.',
    signer: async () => (privateKey ? signerFrom(privateKey, publicKeys) : undefined),
    trusted: async () => (publicKeys ? parsePublicKeys(publicKeys) : ownKeys(privateKey)),
  }
}

function signerFrom(text: string, publicKeys: string | undefined): Signer {
  const { key, encoded } = parsePrivateKey(text)
  if (publicKeys && !parsePublicKeys(publicKeys).has(encoded)) {
    throw new Refusal('The public half of OPERATOR_KEY is not among OPERATOR_KEYS, so no origin would believe it')
  }
  return signerOf(key, encoded)
}

function ownKeys(privateKey: string | undefined): TrustedKeys {
  if (!privateKey) return new Map()
  const { encoded } = parsePrivateKey(privateKey)
  return new Map([[encoded, parsePublicKey(encoded)]])
}

export function parsePublicKeys(text: string): TrustedKeys {
  const pem = text.match(/-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g)
  const all = pem ?? text.split(/[\s,]+/).filter(Boolean)
  const keys = all.map((one) => parsePublicKey(one))
  return new Map(keys.map((key) => [encodeKey(key), key]))
}

export function parsePrivateKey(text: string): { key: KeyObject; encoded: string } {
  const trimmed = text.trim()
  try {
    const key = trimmed.startsWith('-----')
      ? createPrivateKey(trimmed)
      : createPrivateKey({ key: Buffer.from(trimmed, 'base64'), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'ed25519') return { key, encoded: encodeKey(createPublicKey(key)) }
  } catch {}
  throw new Refusal("The operator's key is not an Ed25519 private key (openssl genpkey -algorithm ed25519)")
}
