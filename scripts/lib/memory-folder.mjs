import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'

const SHARED_MEMORY = '/dev/shm'
const GIB = 2 ** 30
/** What all tests together keep at any time, in bytes, with room to spare. */
const NEEDED = 4 * GIB

/**
 * A new folder in memory, where writing durably costs nothing; `undefined` where the system has none or little memory.
 * Tests write hundreds of small sites, each file of them flushed to the disk.
 */
export function createMemoryFolder() {
  if (process.platform !== 'linux' || freemem() < 2 * NEEDED) return undefined
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    if (bavail * bsize < NEEDED) return undefined
    const folder = mkdtempSync(path.join(SHARED_MEMORY, 'site-tests-'))
    // PostgreSQL, which is another user when root runs the tests, has its folder in it.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    return undefined
  }
}
