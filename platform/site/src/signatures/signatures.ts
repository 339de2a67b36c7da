/**
 * The one idea by which nobody has to believe the store: an operator signs what is made (`Statement`), with a key that is
 * not in the store, and whoever uses it asks whether one of the keys that are believed on this machine has signed it.
 */

import { type KeyObject, sign, verify } from 'node:crypto'
import { Refusal } from '@platform/base/errors/refusal'
import { fingerprintOf } from '@platform/release/verify/team-keys'
import { describeStatement, type Statement, textOf } from './statement'

export type Signer = {
  /** Of the public half, as `keys list` shows those of the teams. */
  fingerprint: string
  /** Base64 of an Ed25519 signature. */
  sign: (statement: Statement) => string
}

/** A public key that is believed, by its base64 form. */
export type BelievedKeys = ReadonlyMap<string, KeyObject>

/** The keys of this machine. */
export type Signatures = {
  /** `undefined` where the operator's private key is not. @throws Refusal when it is no key, or not believed here */
  signer: () => Promise<Signer | undefined>
  believed: () => Promise<BelievedKeys>
  /** What to do where a key is missing, in a sentence. */
  advice: string
}

/** @throws Refusal that says how this machine gets the key */
export async function requireSigner(signatures: Signatures): Promise<Signer> {
  const signer = await signatures.signer()
  if (signer) return signer
  throw new Refusal(`The operator's key is not on this machine, so nothing new can be made. ${signatures.advice}`)
}

/** @param key private; @param encoded its public half in base64 */
export function signerOf(key: KeyObject, encoded: string): Signer {
  return {
    fingerprint: fingerprintOf(encoded),
    sign: (statement) => sign(null, textOf(statement), key).toString('base64'),
  }
}

/** Whether one of the keys has signed it. */
export function isSigned(keys: BelievedKeys, statement: Statement, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64')
  return [...keys.values()].some((key) => verify(null, textOf(statement), key, bytes))
}

/** What is there, and nobody who is believed here has signed it. */
export class NotSigned extends Refusal {}

/** @throws NotSigned unless an operator who is believed here has signed exactly this */
export async function checkSigned(
  signatures: Signatures,
  statement: Statement,
  signature: string | null | undefined,
): Promise<void> {
  const keys = await signatures.believed()
  const what = describeStatement(statement)
  if (keys.size === 0) {
    throw new NotSigned(`${what} cannot be believed: no operator's key is known here. ${signatures.advice}`)
  }
  if (!signature) throw new NotSigned(`${what} is signed by no operator`)
  if (isSigned(keys, statement, signature)) return
  throw new NotSigned(`${what} is not what an operator has signed, or the key is not believed here`)
}
