import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../errors/api-error'

/** New payments need this much, so that open ones can finish. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024

export async function hasDiskSpace(dataDir: string | undefined): Promise<boolean> {
  if (!dataDir) return true
  try {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}

/** Holds buyers' names, the signing key and the admin socket. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // `mkdir` ignores the mode of an existing folder.
  chmodSync(folder, 0o700)
}

/** Keeps an existing file: of two processes, both use the first one's. */
export function createPrivateFile(file: string, content: string): void {
  makePrivate(path.dirname(file))
  const draft = `${file}-${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    // `link` is atomic.
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Production gets `AUTH_SECRET` instead. */
export function keepAuthSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret')
  createPrivateFile(file, randomBytes(32).toString('base64url'))
  return readFileSync(file, 'utf8')
}
