import { messageOf, Refusal } from '@platform/base/errors/refusal'
import type { Pointer } from '../model/pointer'
import { checkSignedLive, findUnsigned } from '../model/signed-pointer'
import type { SiteCopy } from '../store/file/file-copy'
import { readSeen, writeSeen } from '../store/file/seen'
import type { LiveRow } from '../store/site-store'

export type VerifiedPointer = {
  /** The signed pointer, else an earlier live one. */
  pointer: Pointer | undefined
  signedRevision: number
  problem: string | undefined
}

export async function verifyPointer(
  copy: SiteCopy,
  { pointer, signed }: Pick<LiveRow, 'pointer' | 'signed'>,
): Promise<VerifiedPointer> {
  const seen = (await readSeen(copy)).live ?? 0
  const own = seen > 0 ? await copy.readPointer().catch(() => undefined) : undefined
  if (!pointer && signed.signed === null) {
    const problem = seen > 0 ? 'The database no longer says what is live' : undefined
    return { pointer: own, signedRevision: seen, problem }
  }
  try {
    const last = await checkSignedLive(copy.signatures, signed)
    if (last.revision < seen) {
      throw new Refusal(`What is live was signed as revision ${last.revision}, and this machine has seen ${seen}`)
    }
    const known = last.revision === seen && own ? own : last.pointer
    const change = findUnsigned(known, pointer)
    const problem = change && `What is live was changed and not signed: ${change}`
    return { pointer: change ? known : pointer, signedRevision: last.revision, problem }
  } catch (error) {
    return { pointer: own, signedRevision: seen, problem: messageOf(error) }
  }
}

/** Call it once the copy has the pointer. */
export async function rememberLive(copy: SiteCopy, revision: number): Promise<void> {
  if (((await readSeen(copy)).live ?? 0) < revision) await writeSeen(copy, { live: revision })
}
