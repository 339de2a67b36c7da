import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { hasErrorCode } from '../errors/refusal'

const OLD_MS = 60 * 60 * 1000
const NAME = /^[a-z]+~(?<pid>\d+)~(?<host>[^~]+)~/

/** On the destination's file system, so that a rename is atomic. */
export type TemporaryFolder = { temporary: string }

/** Leftovers of a killed process are recognisable. */
export function temporaryName(kind: string): string {
  return `${kind}~${process.pid}~${encodeURIComponent(hostname())}~${randomUUID()}`
}

export async function inTemporaryFolder<T>(
  { temporary }: TemporaryFolder,
  kind: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = path.join(temporary, temporaryName(kind))
  await mkdir(folder, { recursive: true })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

/** Removes a folder atomically for readers: renames it first, then deletes it. */
export async function removeWhole({ temporary }: TemporaryFolder, folder: string): Promise<void> {
  const gone = path.join(temporary, temporaryName('gone'))
  try {
    await rename(folder, gone)
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return
    throw error
  }
  await rm(gone, { recursive: true, force: true })
}

export async function clearLeftovers({ temporary }: TemporaryFolder): Promise<void> {
  for (const name of await readdir(temporary)) {
    const file = path.join(temporary, name)
    if (await isLeftover(file, name)) await rm(file, { recursive: true, force: true })
  }
}

async function isLeftover(file: string, name: string): Promise<boolean> {
  const { pid, host } = NAME.exec(name)?.groups ?? {}
  if (pid && host && isProcessGone({ pid: Number(pid), host: decodeURIComponent(host) })) return true
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > OLD_MS
}

type KnownProcess = { pid: number; host: string; startedAt?: string | undefined }

/** Reports whether a process has ended; always false for another machine. */
export function isProcessGone({ pid, host, startedAt }: KnownProcess): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return !hasErrorCode(error, 'EPERM')
  }
  // The kernel reuses process ids, so a different start time is another process.
  return startedAt !== undefined && startedAt !== startOf(pid)
}

/** Returns the start in clock ticks since boot (proc(5), field 22). */
export function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
