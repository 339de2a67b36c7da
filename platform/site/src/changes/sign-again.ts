import { fingerprintOf } from '@platform/release/verify/team-keys'
import { requireSigner } from '../signatures/signatures'
import type { SiteStore } from '../store/site-store'

export type SignedAgain = {
  /** Fingerprint of the key that has signed it. */
  key: string
  /** Of every key that was believed until now; the entry with them in the audit log lets those be forgotten. */
  formerKeys: string[]
  /** What was signed, by its name. */
  signed: string[]
}

/**
 * Signs everything that is kept with this machine's key. Nothing of it changes for visitors.
 * @param isVouching also what nobody has signed, or nobody who is believed
 * @throws Refusal naming what is not signed, or where there is no key
 */
export function signAgain(store: SiteStore, { isVouching = false } = {}): Promise<SignedAgain> {
  return store.exclusive('sign what is kept', async () => {
    const { signatures } = store.copy
    const signer = await requireSigner(signatures)
    const formerKeys = [...(await signatures.believed()).keys()].map(fingerprintOf)
    return { key: signer.fingerprint, formerKeys, signed: await store.signAll(signer, { isVouching }) }
  })
}
