/** The operator signs with a key outside the store, so the store need not be trusted. */
import { type KeyObject, sign, verify } from 'node:crypto'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { fingerprintOf } from '@platform/release/verify/team-keys'

export type Signer = {
  fingerprint: string
  /** Base64 of an Ed25519 signature. */
  sign: (statement: Statement) => string
}

/** By base64 form. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>

export type Signatures = {
  /** `undefined` without the private key. */
  signer: () => Promise<Signer | undefined>
  trusted: () => Promise<TrustedKeys>
  advice: string
}

export async function requireSigner(signatures: Signatures): Promise<Signer> {
  const signer = await signatures.signer()
  if (signer) return signer
  throw new Refusal(`The operator's key is not on this machine, so nothing new can be made. ${signatures.advice}`)
}

export function signerOf(key: KeyObject, encoded: string): Signer {
  return {
    fingerprint: fingerprintOf(encoded),
    sign: (statement) => sign(null, textOf(statement), key).toString('base64'),
  }
}

export function isSigned(keys: TrustedKeys, statement: Statement, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64')
  return [...keys.values()].some((key) => verify(null, textOf(statement), key, bytes))
}

export class NotSigned extends Refusal {}

export async function checkSigned(
  signatures: Signatures,
  statement: Statement,
  signature: string | null | undefined,
): Promise<void> {
  const keys = await signatures.trusted()
  const what = describeStatement(statement)
  if (keys.size === 0) {
    throw new NotSigned(`${what} cannot be trusted: no operator's key is known here. ${signatures.advice}`)
  }
  if (!signature) throw new NotSigned(`${what} is signed by no operator`)
  if (isSigned(keys, statement, signature)) return
  throw new NotSigned(`${what} is not what an operator has signed, or the key is not trusted here`)
}

type StatementKind = 'composition' | 'document' | 'entry' | 'live' | 'pin' | 'release'

export type Statement = { kind: StatementKind; name: string; digest: string }

export function statementOf(kind: StatementKind, name: string, ...parts: readonly (string | Uint8Array)[]): Statement {
  const [content = ''] = parts
  return { kind, name, digest: sha256(parts.length > 1 ? JSON.stringify(parts) : content) }
}

/** One line of JSON in a fixed order. */
function textOf({ kind, name, digest }: Statement): Buffer {
  return Buffer.from(JSON.stringify(['site', kind, name, digest]))
}

function describeStatement({ kind, name }: Statement): string {
  const words: Record<StatementKind, string> = {
    composition: `Composition ${name}`,
    document: `The document ${name}`,
    entry: 'An entry of the audit log',
    live: 'What is live',
    pin: `The pin of ${name}`,
    release: `The release ${name}`,
  }
  return words[kind]
}
