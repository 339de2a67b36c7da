import { randomUUID } from 'node:crypto'
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { hasErrorCode, Refusal } from '../refusal'
import { exists } from './durable'
import { isProcessGone } from './process-state'
import { createSiteFolders, type SiteFolders } from './site-folders'
import { clearLeftovers, temporaryName } from './temporary'

/** How often a holder says that it still works; milliseconds. */
const BEAT_MS = 1_000
/** A holder that has been silent for so long was killed, or its machine has gone. */
const SILENT_MS = 5_000

const ownerSchema = Type.Object({
  id: Type.String(),
  pid: Type.Integer(),
  host: Type.String(),
  user: Type.String(),
  act: Type.String(),
})
const owners = Compile(ownerSchema)
type Owner = { id: string; pid: number; host: string; user: string; act: string }

export type Lock = {
  /** @throws Refusal when another operator has taken the lock, because this process was silent for too long. */
  assertHeld: () => Promise<void>
}

/**
 * Lets one operator at a time change what the site has, across processes and machines.
 * @param act what is being done, for whoever is refused meanwhile: `activate catalog@1.6.0`
 * @throws Refusal that says who holds the lock.
 */
export function withLock<T>(folders: SiteFolders, act: string, work: (lock: Lock) => Promise<T>): Promise<T> {
  const withFolders = () => withFolderLock(folders, act, work)
  return folders.authority ? folders.authority.withLock(act, withFolders) : withFolders()
}

async function withFolderLock<T>(folders: SiteFolders, act: string, work: (lock: Lock) => Promise<T>): Promise<T> {
  await createSiteFolders(folders)
  return holdLock(folders, folders.lock, act, 0, async (lock) => {
    await clearLeftovers(folders)
    return work(lock)
  })
}

/** For the moment in which the pointer changes; waits for its turn, since nobody needs it for longer. */
export async function withPointerLock<T>(folders: SiteFolders, work: () => Promise<T>): Promise<T> {
  await createSiteFolders(folders)
  return holdLock(folders, folders.pointerLock, 'change what is live', 2 * SILENT_MS, work)
}

/** For the moment in which an entry is added to the record; it waits its turn, also beside an act under way. */
export async function withRecordLock<T>(folders: SiteFolders, work: () => Promise<T>): Promise<T> {
  await createSiteFolders(folders)
  return holdLock(folders, folders.recordLock, 'write the record', 2 * SILENT_MS, work)
}

async function holdLock<T>(
  folders: SiteFolders,
  file: string,
  act: string,
  patienceMs: number,
  work: (lock: Lock) => Promise<T>,
): Promise<T> {
  const owner: Owner = { id: randomUUID(), pid: process.pid, host: hostname(), user: userName(), act }
  const mine = path.join(folders.temporary, temporaryName('lock'))
  await writeFile(mine, JSON.stringify(owner))
  try {
    await acquire(file, mine, patienceMs)
    // The lock is a second name of this file, so a beat never touches the lock of somebody else.
    const beat = setInterval(() => void utimes(mine, new Date(), new Date()).catch(() => {}), BEAT_MS)
    try {
      return await work({ assertHeld: () => assertHeld(file, owner) })
    } finally {
      clearInterval(beat)
      if ((await readOwner(file))?.id === owner.id) await rm(file, { force: true })
    }
  } finally {
    await rm(mine, { force: true })
  }
}

async function acquire(file: string, mine: string, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  // A hard link appears complete or not at all, and only one of two can make it.
  while (!(await tryLink(mine, file))) {
    if (!(await isHeld(file)) && (await takeOver(file, mine))) return
    if (Date.now() >= deadline) throw busy(await readOwner(file))
    await wait(20)
  }
}

/**
 * Of many who find a dead lock one at a time has the turn, and looks again: whoever had it before may have taken the lock
 * over. What is left of one who died in its turn is silent soon.
 */
async function takeOver(file: string, mine: string): Promise<boolean> {
  const turn = `${file}.turn`
  const now = new Date()
  await utimes(mine, now, now)
  if (!(await tryLink(mine, turn))) {
    if (!(await isHeld(turn))) await rm(turn, { force: true })
    return false
  }
  try {
    if (await isHeld(file)) return false
    await rm(file, { force: true })
    return await tryLink(mine, file)
  } finally {
    await rm(turn, { force: true })
  }
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

async function isHeld(file: string): Promise<boolean> {
  const beaten = await stat(file).catch(() => undefined)
  if (!beaten || Date.now() - beaten.mtimeMs > SILENT_MS) return false
  const owner = await readOwner(file)
  return owner === undefined ? exists(file) : !isProcessGone(owner)
}

async function assertHeld(file: string, owner: Owner): Promise<void> {
  const found = await readOwner(file)
  if (found?.id !== owner.id) {
    throw new Refusal(`Another operator took over while this process was silent${found ? ` (${describe(found)})` : ''}`)
  }
}

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return owners.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}

function busy(owner: Owner | undefined): Refusal {
  const who = owner ? describe(owner) : 'an unknown process'
  return new Refusal(`Another operator is changing the site: ${who}. Try again when that has finished.`)
}

function describe({ act, ...owner }: Owner): string {
  return nameOwner(owner, act)
}

function nameOwner({ user, host, pid }: Pick<Owner, 'user' | 'host' | 'pid'>, act: string): string {
  return `${user} on ${host} (process ${pid}, ${act})`
}

/** This process, as other operators are told of it. */
export function nameOperator(act: string): string {
  return nameOwner({ user: userName(), host: hostname(), pid: process.pid }, act)
}

/** The system's user this process runs as. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a user without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
