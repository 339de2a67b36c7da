import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { hasErrorCode, Refusal } from '../refusal'
import { createSiteFolders, type SiteFolders } from './site-folders'

/**
 * Runs one change of what is live at a time, across processes. A lock left by a process that no
 * longer runs on this machine is taken over.
 * @throws Refusal while another operator holds the lock.
 */
export async function withLock<T>(folders: SiteFolders, work: () => Promise<T>): Promise<T> {
  await createSiteFolders(folders)
  const mine = path.join(folders.temporary, `lock-${randomUUID()}`)
  await writeFile(mine, JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() }))
  try {
    await acquire(folders, mine)
  } finally {
    await rm(mine, { force: true })
  }
  try {
    return await work()
  } finally {
    await rm(folders.lock, { force: true })
  }
}

async function acquire(folders: SiteFolders, mine: string): Promise<void> {
  // A hard link appears complete or not at all, and only one of two can make it.
  if (await tryLink(mine, folders.lock)) return
  const holder = await readFile(folders.lock, 'utf8').catch(() => '')
  if (isHeld(holder)) throw busy(folders, holder)
  const stale = `${mine}-stale`
  await rename(folders.lock, stale).catch(() => {})
  const moved = await readFile(stale, 'utf8').catch(() => holder)
  if (moved !== holder) await tryLink(stale, folders.lock)
  await rm(stale, { force: true })
  if (moved === holder && (await tryLink(mine, folders.lock))) return
  throw busy(folders, moved)
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

function isHeld(holder: string): boolean {
  const { pid, host } = parseHolder(holder)
  if (host !== hostname()) return host !== undefined
  if (pid === undefined) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another user.
    return hasErrorCode(error, 'EPERM')
  }
}

function parseHolder(json: string): { pid?: number; host?: string } {
  try {
    return JSON.parse(json)
  } catch {
    return {}
  }
}

function busy(folders: SiteFolders, holder: string): Refusal {
  const { pid, host } = parseHolder(holder)
  return new Refusal(
    `Another operator is changing the site (process ${pid} on ${host}). Try again when it has finished; ` +
      `if it no longer runs, remove ${folders.lock}.`,
  )
}
