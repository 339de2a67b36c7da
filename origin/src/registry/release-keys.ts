import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { sha256 } from '../files/digest'
import { replaceFile } from '../files/durable'
import { withLock } from '../files/lock'
import type { SiteFolders } from '../files/site-folders'
import { hasErrorCode, Refusal } from '../refusal'
import { isPackageName } from './release'

/** By package: the public keys whose signature the site believes, as base64 of their DER form. */
export type ReleaseKeys = Record<string, string[]>

const checker = Compile(Type.Record(Type.String(), Type.Array(Type.String())))

export async function readKeys(folders: SiteFolders): Promise<ReleaseKeys> {
  const json = await readFile(folders.keys, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return '{}'
    throw error
  })
  const value: unknown = JSON.parse(json)
  if (!checker.Check(value)) throw new Error(`${folders.keys} does not list public keys by package`)
  return value
}

/**
 * Believes releases of a package that are signed with this key from now on.
 * @param text a PEM file's content, or the base64 that `keys list` shows
 * @returns the key's fingerprint
 */
export async function addKey(folders: SiteFolders, name: string, text: string): Promise<string> {
  if (!isPackageName(name)) throw new Refusal(`"${name}" cannot be the name of a package`)
  const key = parsePublicKey(text)
  const encoded = encodeKey(key)
  await changeKeys(folders, name, (known) => [...new Set([...known, encoded])])
  return fingerprintOf(encoded)
}

/** @throws Refusal when the site does not believe such a key for the package. */
export async function removeKey(folders: SiteFolders, name: string, fingerprint: string): Promise<void> {
  await changeKeys(folders, name, (known) => {
    const kept = known.filter((encoded) => fingerprintOf(encoded) !== fingerprint)
    if (kept.length === known.length) throw new Refusal(`The site has no key ${fingerprint} for ${name}`)
    return kept
  })
}

function changeKeys(folders: SiteFolders, name: string, change: (known: string[]) => string[]): Promise<void> {
  return withLock(folders, `change the keys of ${name}`, async () => {
    const { [name]: known = [], ...others } = await readKeys(folders)
    const kept = change(known)
    const keys = kept.length > 0 ? { ...others, [name]: kept } : others
    await replaceFile(folders.keys, `${JSON.stringify(keys, null, 2)}\n`)
  })
}

/** Short enough to be compared by people on the telephone. */
export function fingerprintOf(encoded: string): string {
  return sha256(Buffer.from(encoded, 'base64')).slice(0, 16)
}

/** @throws Refusal when it is no Ed25519 key. */
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

function encodeKey(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64')
}
