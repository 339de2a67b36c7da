import { createPublicKey, type KeyObject } from 'node:crypto'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const keySchema = Type.Object({
  /** The public key, as base64 of its DER form. */
  key: Type.String(),
  /** Nothing new is taken in of a retired key, and nothing at all of a revoked one. */
  state: Type.Union([Type.Literal('believed'), Type.Literal('retired'), Type.Literal('revoked')]),
  /** Of a retired key: digests of the releases that had come in by then, which stay good. */
  releases: Type.Optional(Type.Array(Type.String())),
})
const keysChecker = Compile(Type.Record(Type.String(), Type.Array(keySchema)))

export type TeamKey = Static<typeof keySchema>
/** By package: every key that was ever believed for it. A package that stands here is signed for ever. */
export type TeamKeys = Record<string, TeamKey[]>

/** @throws Error when it is something else */
export function parseKeys(value: unknown, source: string): TeamKeys {
  if (!keysChecker.Check(value)) throw new Error(`${source} does not list public keys by package`)
  return value
}

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
