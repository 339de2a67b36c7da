import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { codeOf } from '../../errors/error-code'
import { makePrivate } from '../make-private'

const MAX_WAIT_MS = 1_000
const PAUSE_MS = 50

type Holder = { pid: number; host: string; startedAt: string | undefined; id: string }

/**
 * Keeps a second process out of the embedded database's folder: two writers would lose rows without
 * any error. A lock left by a process that no longer runs is taken over.
 * @returns the way to give the lock back.
 * @throws Error that names the process which holds the folder.
 */
export function lockDataFolder(folder: string): () => void {
  makePrivate(folder)
  const file = path.join(folder, 'lock')
  const mine: Holder = {
    pid: process.pid,
    host: hostname(),
    startedAt: startOf(process.pid),
    id: randomUUID(),
  }
  const draft = `${file}-${mine.id}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    acquire(file, draft)
  } finally {
    rmSync(draft, { force: true })
  }
  held.add(mine.id)
  return () => {
    if (held.delete(mine.id)) rmSync(file, { force: true })
  }
}

/** Locks of this very process, which a process number alone could not tell from those of an earlier one. */
const held = new Set<string>()

function acquire(file: string, draft: string): void {
  if (tryLink(draft, file)) return
  const found = waitForEnd(file)
  if (isRunning(found)) throw busy(file, found)
  // Put aside first: of two processes that found the same stale lock only one can move it.
  const stale = `${draft}-stale`
  try {
    renameSync(file, stale)
  } catch {
    throw busy(file, readHolder(file))
  }
  const moved = readHolder(stale)
  if (moved?.id !== found?.id) tryLink(stale, file)
  rmSync(stale, { force: true })
  if (!tryLink(draft, file)) throw busy(file, readHolder(file))
}

/** A process that was killed takes a moment to go. */
function waitForEnd(file: string): Holder | undefined {
  for (let waited = 0; waited < MAX_WAIT_MS && isRunning(readHolder(file)); waited += PAUSE_MS) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
  return readHolder(file)
}

/** A hard link appears complete or not at all. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isHolder(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && 'pid' in value && 'host' in value && 'id' in value
}

function isRunning(holder: Holder | undefined): boolean {
  if (!holder) return false
  if (holder.host !== hostname()) return true
  if (holder.pid === process.pid) return held.has(holder.id)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  // Numbers are used again after a restart: another start time is another process.
  return holder.startedAt === undefined || holder.startedAt === startOf(holder.pid)
}

/**
 * When a process began, in ticks since the machine did; `undefined` where the system does not say,
 * and for a process that has ended but was not yet taken note of by its parent.
 */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

function busy(file: string, holder: Holder | undefined): Error {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process'
  return new Error(
    `The database in ${path.dirname(file)} is in use by ${who}. Stop it, or set DATA_DIR to another folder ` +
      `or DATABASE_URL to a PostgreSQL server; if it no longer runs, remove ${file}.`,
  )
}
