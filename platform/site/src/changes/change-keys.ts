import { Refusal } from '@platform/base/errors/refusal'
import { listReleasesSignedBy } from '@platform/release/folder-registry/releases'
import { isPackageName } from '@platform/release/manifest/release'
import { encodeKey, fingerprintOf, parsePublicKey, type TeamKey } from '@platform/release/verify/team-keys'
import type { SiteStore } from '../store/site-store'

/**
 * Believes releases of a package that are signed with this key from now on, and none that are unsigned, for ever.
 * @param text a PEM file's content, or the base64 that `keys list` shows
 * @throws Refusal when it is no key, or one that was retired or revoked
 */
export async function addKey(store: SiteStore, name: string, text: string): Promise<string> {
  if (!isPackageName(name)) throw new Refusal(`"${name}" cannot be the name of a package`)
  const key = encodeKey(parsePublicKey(text))
  await store.changeDocument('keys', (all = {}) => {
    const known = all[name] ?? []
    const same = known.find((it) => it.key === key)
    if (same && same.state !== 'believed') {
      throw new Refusal(`The key ${fingerprintOf(key)} of ${name} was ${same.state}; make a new one`)
    }
    return same ? all : { ...all, [name]: [...known, { key, state: 'believed' }] }
  })
  return fingerprintOf(key)
}

/**
 * Takes in nothing new that is signed with this key. The releases that are here stay good.
 * @throws Refusal when the package has no such key, or it was revoked
 */
export async function retireKey(store: SiteStore, name: string, fingerprint: string): Promise<number> {
  const { key } = findKey((await store.readDocument('keys'))?.[name], name, fingerprint)
  const releases = await listReleasesSignedBy(store.copy, name, key)
  await changeKey(store, name, fingerprint, (it) => {
    if (it.state === 'revoked') throw new Refusal(`The key ${fingerprint} of ${name} was revoked; that cannot be less`)
    // Done twice, what came in since is not let in by it.
    return it.state === 'retired' ? it : { ...it, state: 'retired', releases }
  })
  return releases.length
}

/**
 * Believes nothing any more that is signed with this key: no such release is activated or gone back to.
 * @throws Refusal when the package has no such key
 */
export async function revokeKey(store: SiteStore, name: string, fingerprint: string): Promise<void> {
  await changeKey(store, name, fingerprint, ({ key }) => ({ key, state: 'revoked' }))
}

async function changeKey(
  store: SiteStore,
  name: string,
  fingerprint: string,
  change: (key: TeamKey) => TeamKey,
): Promise<void> {
  await store.changeDocument('keys', (all = {}) => {
    const found = findKey(all[name], name, fingerprint)
    return { ...all, [name]: (all[name] ?? []).map((it) => (it === found ? change(it) : it)) }
  })
}

function findKey(known: readonly TeamKey[] = [], name: string, fingerprint: string): TeamKey {
  const found = known.find(({ key }) => fingerprintOf(key) === fingerprint)
  if (!found) throw new Refusal(`The site has no key ${fingerprint} for ${name}. See "site keys list".`)
  return found
}
