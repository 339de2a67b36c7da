import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '../files/durable'
import type { SiteFolders } from '../files/site-folders'
import { hasErrorCode } from '../refusal'

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
