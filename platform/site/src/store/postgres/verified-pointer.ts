/** What of the one row that says what is live is believed on this machine, and why the rest is not. */

import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { findUnsignedChange } from '../../model/allowed-move'
import { isSamePointer, type Pointer, parsePointer } from '../../model/pointer'
import { checkSigned, type Signer } from '../../signatures/signatures'
import { statementOf } from '../../signatures/statement'
import { readSeen, writeSeen } from '../file/seen-file'
import type { SiteCopy } from '../site-copy'

/** What an operator last signed: the pointer as it then was, and its revision. */
export type SignedColumns = { signed: string | null; signedRevision: number | null; signature: string | null }

export type VerifiedPointer = {
  /** What is live as far as that is signed; where it is not, what was live before. */
  pointer: Pointer | undefined
  /** Of the last that was signed. */
  revision: number
  /** Why the row is not believed. */
  problem: string | undefined
}

type Row = { pointer: Pointer | undefined; signed: SignedColumns }

export async function verifyPointer(copy: SiteCopy, { pointer, signed }: Row): Promise<VerifiedPointer> {
  const seen = (await readSeen(copy)).live ?? 0
  const own = seen > 0 ? await copy.readPointer().catch(() => undefined) : undefined
  if (!pointer && signed.signed === null) {
    const problem = seen > 0 ? 'The database no longer says what is live' : undefined
    return { pointer: own, revision: seen, problem }
  }
  try {
    const last = await checkSignedLive(copy, signed)
    if (last.revision < seen) {
      throw new Refusal(`What is live was signed as revision ${last.revision}, and this machine has seen ${seen}`)
    }
    const known = last.revision === seen && own ? own : last.pointer
    const change = findChange(known, pointer)
    return change
      ? { pointer: known, revision: last.revision, problem: `What is live was changed and not signed: ${change}` }
      : { pointer, revision: last.revision, problem: undefined }
  } catch (error) {
    return { pointer: own, revision: seen, problem: messageOf(error) }
  }
}

function findChange(known: Pointer, pointer: Pointer | undefined): string | undefined {
  if (!pointer) return 'it says nothing any more'
  return isSamePointer(known, pointer) ? undefined : findUnsignedChange(known, pointer)
}

async function checkSignedLive({ signatures }: SiteCopy, { signed, signedRevision, signature }: SignedColumns) {
  const text = signed ?? ''
  const revision = signedRevision ?? 0
  await checkSigned(signatures, statementOf('live', String(revision), text), signature)
  return { revision, pointer: parsePointer(JSON.parse(text), 'What is live in the database') }
}

/** What is written beside a pointer that an operator moves. */
export function signLive(signer: Signer, revision: number, pointer: Pointer): SignedColumns {
  const signed = JSON.stringify(pointer)
  return { signed, signedRevision: revision, signature: signer.sign(statementOf('live', String(revision), signed)) }
}

/** After the pointer stands in the copy: what is remembered without it would refuse it. */
export async function rememberLive(copy: SiteCopy, revision: number): Promise<void> {
  if (((await readSeen(copy)).live ?? 0) < revision) await writeSeen(copy, { live: revision })
}

/** @throws Refusal when the change is more than an undo and nobody signs it */
export function refuseUnsignedMove(known: Pointer | undefined, next: Pointer, advice: string): void {
  const change = known ? findUnsignedChange(known, next) : 'nothing was live'
  if (!change) return
  throw new Refusal(`This needs the operator's key, because it does more than take back (${change}). ${advice}`)
}
