import { replaceFile } from '@platform/base/durable/durable'
import { Refusal } from '@platform/base/errors/refusal'
import { isPackageName } from '@platform/release/manifest/release'
import { encodeKey, fingerprintOf, parsePublicKey } from '@platform/release/verify/team-keys'
import type { SiteFolders } from '../store/file/site-layout'
import { withLock } from '../store/file/site-locks'

/**
 * Believes releases of a package that are signed with this key from now on.
 * @param text a PEM file's content, or the base64 that `keys list` shows
 * @returns the key's fingerprint
 */
export async function addKey(folders: SiteFolders, name: string, text: string): Promise<string> {
  if (!isPackageName(name)) throw new Refusal(`"${name}" cannot be the name of a package`)
  const encoded = encodeKey(parsePublicKey(text))
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
    const { [name]: known = [], ...others } = await folders.readKeys()
    const kept = change(known)
    const keys = kept.length > 0 ? { ...others, [name]: kept } : others
    await replaceFile(folders.keys, `${JSON.stringify(keys, null, 2)}\n`)
  })
}
