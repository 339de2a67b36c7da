/** An undo may move the pointer back without a signature. */
import { checkSigned, type Signatures, type Signer, statementOf } from '../signatures/signatures'
import { findUnsignedChange } from './allowed-move'
import { isSamePointer, type Pointer, parsePointer } from './pointer'

/** The pointer that the operator signed last. */
export type SignedPointer = { signed: string | null; signedRevision: number | null; signature: string | null }

export async function checkSignedLive(
  signatures: Signatures,
  { signed, signedRevision, signature }: SignedPointer,
): Promise<{ revision: number; pointer: Pointer }> {
  const text = signed ?? ''
  const revision = signedRevision ?? 0
  await checkSigned(signatures, statementOf('live', String(revision), text), signature)
  return { revision, pointer: parsePointer(JSON.parse(text), 'What is live in the database') }
}

export function signLive(signer: Signer, revision: number, pointer: Pointer): SignedPointer {
  const signed = JSON.stringify(pointer)
  return { signed, signedRevision: revision, signature: signer.sign(statementOf('live', String(revision), signed)) }
}

/** @returns the change that needs a signature */
export function findUnsigned(known: Pointer, pointer: Pointer | undefined): string | undefined {
  if (!pointer) return 'it says nothing any more'
  return isSamePointer(known, pointer) ? undefined : findUnsignedChange(known, pointer)
}
