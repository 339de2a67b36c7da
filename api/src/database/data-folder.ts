import { chmodSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

/** Below this no new payment is begun: what is under way must still fit. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024

/** Whether the disk of the embedded database has room; a server looks after its own. */
export async function hasDiskSpace(dataDir: string | undefined): Promise<boolean> {
  if (!dataDir) return true
  try {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}

/** A folder for the buyers' names, the signing key and the socket of the administration: nobody but this user looks into it. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // One that was there before, or that another program made.
  chmodSync(folder, 0o700)
}
