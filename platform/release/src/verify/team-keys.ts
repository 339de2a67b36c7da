import { createPublicKey, type KeyObject } from 'node:crypto'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'

/** By package: the public keys whose signature the site believes, as base64 of their DER form. */
export type TeamKeys = Record<string, string[]>

/** Short enough to be compared by people on the telephone. */
export function fingerprintOf(encoded: string): string {
  return sha256(Buffer.from(encoded, 'base64')).slice(0, 16)
}

/**
 * @param text a PEM file's content, or the base64 that `keys list` shows
 * @throws Refusal when it is no Ed25519 key.
 */
export function parsePublicKey(text: string): KeyObject {
  const trimmed = text.trim()
  try {
    const key = trimmed.startsWith('-----')
      ? createPublicKey(trimmed)
      : createPublicKey({ key: Buffer.from(trimmed, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The message below says what is expected.
  }
  throw new Refusal('That is not an Ed25519 public key. Give a PEM file, or its content in base64.')
}

export function encodeKey(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64')
}
