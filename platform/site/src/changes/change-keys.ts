import { Refusal } from '@platform/base/errors/refusal'
import { listReleasesSignedBy } from '@platform/release/folder-registry/releases'
import { isPackageName } from '@platform/release/manifest/release'
import { encodeKey, fingerprintOf, parsePublicKey, type TeamKey } from '@platform/release/verify/team-keys'
import type { AuditLog } from '../audit/audit-log'
import { digestOfLine } from '../model/audit-entry'
import { requireSigner } from '../signatures/signatures'
import type { Site } from '../site/site'
import { forgetSeen, writeSeen } from '../store/file/seen'

/** The package's releases must be signed from now on. */
export async function addKey(store: Site, name: string, text: string): Promise<string> {
  if (!isPackageName(name)) throw new Refusal(`"${name}" cannot be the name of a package`)
  const key = encodeKey(parsePublicKey(text))
  await store.changeDocument('keys', (all = {}) => {
    const known = all[name] ?? []
    const same = known.find((it) => it.key === key)
    if (same && same.state !== 'trusted') {
      throw new Refusal(`The key ${fingerprintOf(key)} of ${name} was ${same.state}; make a new one`)
    }
    return same ? all : { ...all, [name]: [...known, { key, state: 'trusted' }] }
  })
  return fingerprintOf(key)
}

/** Refuses new releases signed with this key; existing ones stay valid. */
export async function retireKey(store: Site, name: string, fingerprint: string): Promise<number> {
  const { key } = findKey((await store.readDocument('keys'))?.[name], name, fingerprint)
  const releases = await listReleasesSignedBy(store.copy, name, key)
  await changeKey(store, name, fingerprint, (it) => {
    if (it.state === 'revoked') throw new Refusal(`The key ${fingerprint} of ${name} was revoked; that cannot be less`)
    return it.state === 'retired' ? it : { ...it, state: 'retired', releases }
  })
  return releases.length
}

/** Distrusts every release signed with this key. */
export async function revokeKey(store: Site, name: string, fingerprint: string): Promise<void> {
  await changeKey(store, name, fingerprint, ({ key }) => ({ key, state: 'revoked' }))
}

async function changeKey(
  store: Site,
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

/**
 * @param isVouching also what lacks a trusted signature
 * @param isRestored from a backup, so what this machine has seen is forgotten
 * @returns for the audit log: fingerprints of former keys, and the digest of the last line seen before a restore
 */
export async function signAgain(store: Site, { isVouching = false, isRestored = false } = {}) {
  const { copy, isShared, audit } = store
  const signer = await requireSigner(copy.signatures)
  if (isRestored && !isShared) throw new Refusal('This site is a folder: put all of its files back.')
  const restoredFrom = isRestored ? await findLostLine(audit) : undefined
  const seen = isRestored ? await forgetSeen(copy) : {}
  const sign = async () => {
    const formerKeys = [...(await copy.signatures.trusted()).keys()].map(fingerprintOf)
    const signed = await store.signAll(signer, { isVouching, seen })
    return { key: signer.fingerprint, formerKeys, signed, ...(restoredFrom && { restoredFrom }) }
  }
  return store.exclusive('sign what is kept', sign).catch(async (error: unknown) => {
    if (isRestored) await writeSeen(copy, seen)
    throw error
  })
}

/** Only a machine that has seen what was lost knows which revisions the origins refuse. */
async function findLostLine({ head, read }: AuditLog): Promise<string> {
  const seen = await head.read()
  const lines = await read()
  if (seen && !lines.some((line) => digestOfLine(line) === seen.digest)) return seen.digest
  throw new Refusal('This machine has seen nothing that the database lacks. Say it with the SITE_DIR of an origin.')
}
