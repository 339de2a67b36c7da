import { chmodSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

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
