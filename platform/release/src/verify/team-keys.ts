import { createPublicKey, type KeyObject } from 'node:crypto'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const keySchema = Type.Object({
  /** Base64 of the public key's DER form. */
  key: Type.String(),
  /** A retired key signs no new release; a revoked key signs none at all. */
  state: Type.Union([Type.Literal('trusted'), Type.Literal('retired'), Type.Literal('revoked')]),
  /** Retired keys only: digests of earlier releases, which stay valid. */
  releases: Type.Optional(Type.Array(Type.String())),
})
const keysChecker = Compile(Type.Record(Type.String(), Type.Array(keySchema)))

export type TeamKey = Static<typeof keySchema>
/** All keys by package, past ones included. A listed package must be signed. */
export type TeamKeys = Record<string, TeamKey[]>

export function parseKeys(value: unknown, source: string): TeamKeys {
  // Earlier versions wrote `believed`.
  const keys: unknown = JSON.parse(JSON.stringify(value ?? null).replaceAll('"state":"believed"', '"state":"trusted"'))
  if (!keysChecker.Check(keys)) throw new Error(`${source} does not list public keys by package`)
  return keys
}

/** Short enough to compare by telephone. */
export const fingerprintOf = (encoded: string): string => sha256(Buffer.from(encoded, 'base64')).slice(0, 16)

/** @param text content of a PEM file, or the base64 of `keys list` */
export function parsePublicKey(text: string): KeyObject {
  const trimmed = text.trim()
  try {
    const key = trimmed.startsWith('-----')
      ? createPublicKey(trimmed)
      : createPublicKey({ key: Buffer.from(trimmed, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Falls through to the refusal below.
  }
  throw new Refusal('That is not an Ed25519 public key. Give a PEM file, or its content in base64.')
}

export function encodeKey(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64')
}
