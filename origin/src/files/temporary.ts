import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { hasErrorCode } from '../refusal'
import { isProcessGone } from './process-state'
import type { SiteFolders } from './site-folders'

/** No unfinished work takes an hour. */
const OLD_MS = 60 * 60 * 1000
const NAME = /^[a-z]+~(?<pid>\d+)~(?<host>[^~]+)~/

/** A name that says whose it is, so that what a killed process left can be told from work in progress. */
export function temporaryName(kind: string): string {
  return `${kind}~${process.pid}~${encodeURIComponent(hostname())}~${randomUUID()}`
}

/** A new folder for unfinished work; on the same file system as its destination, so that a rename is atomic. */
export async function createTemporaryFolder(folders: SiteFolders, kind: string): Promise<string> {
  const folder = path.join(folders.temporary, temporaryName(kind))
  await mkdir(folder, { recursive: true })
  return folder
}

/** Deletes a folder so that nobody ever finds half of it: it is renamed away first. */
export async function removeWhole(folders: SiteFolders, folder: string): Promise<void> {
  const temporary = path.join(folders.temporary, temporaryName('gone'))
  try {
    await rename(folder, temporary)
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return
    throw error
  }
  await rm(temporary, { recursive: true, force: true })
}

/** What killed processes left half-done. */
export async function clearLeftovers(folders: SiteFolders): Promise<void> {
  for (const name of await readdir(folders.temporary)) {
    const file = path.join(folders.temporary, name)
    if (await isLeftover(file, name)) await rm(file, { recursive: true, force: true })
  }
}

async function isLeftover(file: string, name: string): Promise<boolean> {
  const { pid, host } = NAME.exec(name)?.groups ?? {}
  if (pid && host && isProcessGone({ pid: Number(pid), host: decodeURIComponent(host) })) return true
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > OLD_MS
}
