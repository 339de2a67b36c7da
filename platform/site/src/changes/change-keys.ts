import { Refusal } from '@platform/base/errors/refusal'
import { isPackageName } from '@platform/release/manifest/release'
import { encodeKey, fingerprintOf, parsePublicKey } from '@platform/release/verify/team-keys'

import type { SiteStore } from '../store/site-store'

/**
 * Believes releases of a package that are signed with this key from now on.
 * @param text a PEM file's content, or the base64 that `keys list` shows
 * @returns the key's fingerprint
 */
export async function addKey(store: SiteStore, name: string, text: string): Promise<string> {
  if (!isPackageName(name)) throw new Refusal(`"${name}" cannot be the name of a package`)
  const encoded = encodeKey(parsePublicKey(text))
  await changeKeys(store, name, (known) => [...new Set([...known, encoded])])
  return fingerprintOf(encoded)
}

/** @throws Refusal when the site does not believe such a key for the package. */
export async function removeKey(store: SiteStore, name: string, fingerprint: string): Promise<void> {
  await changeKeys(store, name, (known) => {
    const kept = known.filter((encoded) => fingerprintOf(encoded) !== fingerprint)
    if (kept.length === known.length) throw new Refusal(`The site has no key ${fingerprint} for ${name}`)
    return kept
  })
}

function changeKeys(store: SiteStore, name: string, change: (known: string[]) => string[]): Promise<void> {
  return store.exclusive(`change the keys of ${name}`, async () => {
    const { [name]: known = [], ...others } = await store.copy.readKeys()
    const kept = change(known)
    await store.saveDocuments({ keys: kept.length > 0 ? { ...others, [name]: kept } : others })
  })
}
