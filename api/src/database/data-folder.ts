import { chmodSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

/** No new payment begins below this: those under way must still fit. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024

/** Whether the embedded database has room on its disk. */
export async function hasDiskSpace(dataDir: string | undefined): Promise<boolean> {
  if (!dataDir) return true
  try {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}

/** For buyers' names, the signing key and the admin socket: only this user may look into it. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The folder may have existed before.
  chmodSync(folder, 0o700)
}
