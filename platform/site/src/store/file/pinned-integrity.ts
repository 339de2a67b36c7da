import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import { hasErrorCode } from '@platform/base/errors/refusal'
import type { IntegrityPins } from '@platform/release/npm-registry/fetch-release'
import type { SiteFolders } from './site-layout'

/** The integrity of a version when it was first fetched; `undefined` for one never fetched. */
export async function readPin(folders: SiteFolders, name: string, version: string): Promise<string | undefined> {
  return readFile(path.join(folders.pins, name, version), 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
}

/** A pin is never deleted, not even with its release: a version has one content for ever. */
export async function writePin(folders: SiteFolders, name: string, version: string, integrity: string): Promise<void> {
  await replaceFile(path.join(folders.pins, name, version), integrity)
}

/** The pins of a site: the first machine that pins a version does it for all. */
export function pinsOf(folders: SiteFolders): IntegrityPins {
  return {
    read: (name, version) => readPin(folders, name, version),
    async pin(name, version, integrity) {
      const known = await readPin(folders, name, version)
      const kept = (await folders.authority?.pinIntegrity(name, version, integrity)) ?? known ?? integrity
      if (kept !== known) await writePin(folders, name, version, kept)
      return kept
    },
  }
}
