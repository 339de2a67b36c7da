import { randomUUID } from 'node:crypto'
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { exists } from '../durable/durable'
import { isProcessGone, startOf, temporaryName } from '../durable/temporary'
import { parseChecked } from '../errors/parse-checked'
import { hasErrorCode, Refusal } from '../errors/refusal'

const ownerSchema = Type.Object({
  id: Type.String(),
  pid: Type.Integer(),
  host: Type.String(),
  user: Type.String(),
  action: Type.String(),
  startedAt: Type.Optional(Type.String()),
})
const checker = Compile(ownerSchema)

export type LeaseOwner = Static<typeof ownerSchema>

export function ownerOf(action: string): LeaseOwner {
  const startedAt = startOf(process.pid)
  const owner = { id: randomUUID(), pid: process.pid, host: hostname(), user: userName(), action }
  return startedAt === undefined ? owner : { ...owner, startedAt }
}

async function readOwner(file: string): Promise<LeaseOwner | undefined> {
  return parseChecked(checker, await readFile(file, 'utf8').catch(() => ''))
}

/** Formats an owner: `ada on laptop (process 4711, activate catalog@1.6.0)`. */
export function describeOwner({ user, host, pid, action }: Omit<LeaseOwner, 'id'>): string {
  return `${user} on ${host} (process ${pid}, ${action})`
}

export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

const BEAT_MS = 1_000
export const SILENT_MS = 5_000
const RETRY_MS = 20

type LeaseOptions = {
  action: string
  temporary: string
  patienceMs?: number
  /** Silence after which an owner counts as dead, in ms; `Infinity` requires proof that its process has ended. */
  silentMs?: number
  refuse: (owner: LeaseOwner | undefined) => Error
}

export type Lease = {
  /** @throws Refusal when another process took the lease during a silence of this one */
  assertHeld: () => Promise<void>
  release: () => Promise<void>
}

export async function holdLease<T>(
  file: string,
  options: LeaseOptions,
  work: (lease: Pick<Lease, 'assertHeld'>) => Promise<T>,
): Promise<T> {
  const lease = await takeLease(file, options)
  try {
    return await work(lease)
  } finally {
    await lease.release()
  }
}

/**
 * Takes a lease, or takes it over from an owner that has ended or fallen silent.
 * @throws the error of `refuse` after `patienceMs`
 */
export async function takeLease(file: string, options: LeaseOptions): Promise<Lease> {
  const owner = ownerOf(options.action)
  const mine = path.join(options.temporary, temporaryName('lease'))
  try {
    await writeFile(mine, JSON.stringify(owner))
    await acquire(file, mine, options)
  } catch (error) {
    await rm(mine, { force: true }).catch(() => {})
    throw error
  }
  // The lease is a hard link to this file, so a heartbeat never touches another owner's lease.
  const beat = setInterval(() => void sayAlive(mine).catch(() => {}), BEAT_MS)
  beat.unref()
  return {
    assertHeld: () => assertHeld(file, owner),
    async release() {
      clearInterval(beat)
      if ((await readOwner(file))?.id === owner.id) await rm(file, { force: true })
      await rm(mine, { force: true })
    },
  }
}

async function acquire(file: string, mine: string, options: LeaseOptions): Promise<void> {
  const { patienceMs = 0, silentMs = SILENT_MS, refuse } = options
  const deadline = Date.now() + patienceMs
  // A hard link appears for one process only. The heartbeat comes first, so a long wait is no silence.
  while (!(await sayAlive(mine).then(() => tryLink(mine, file)))) {
    const state = await stateOf(file, silentMs)
    if (state === 'free') continue
    if (state === 'dead' && (await takeOver(file, mine, silentMs))) return
    if (Date.now() >= deadline) throw refuse(await readOwner(file))
    await wait(RETRY_MS)
  }
}

/** Takes over a dead lease, one process at a time, after a second look. */
async function takeOver(file: string, mine: string, silentMs: number): Promise<boolean> {
  const turn = `${file}.turn`
  await sayAlive(mine)
  if (!(await tryLink(mine, turn))) {
    if ((await stateOf(turn, SILENT_MS)) === 'dead') await rm(turn, { force: true })
    return false
  }
  try {
    if ((await stateOf(file, silentMs)) !== 'dead') return false
    await rm(file, { force: true })
    return await tryLink(mine, file)
  } finally {
    await rm(turn, { force: true })
  }
}

function sayAlive(mine: string): Promise<void> {
  const now = new Date()
  return utimes(mine, now, now)
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

/** `dead` has an owner that never returns it. `free` has no file: removing it could delete the next owner's. */
async function stateOf(file: string, silentMs: number): Promise<'free' | 'held' | 'dead'> {
  const beaten = await stat(file).catch(() => undefined)
  if (!beaten) return 'free'
  const owner = await readOwner(file)
  // A power cut leaves a lease without an owner.
  const patienceMs = owner ? silentMs : Math.min(silentMs, SILENT_MS)
  if (Date.now() - beaten.mtimeMs > patienceMs) return 'dead'
  if (owner) return isProcessGone(owner) ? 'dead' : 'held'
  return (await exists(file)) ? 'held' : 'free'
}

async function assertHeld(file: string, owner: LeaseOwner): Promise<void> {
  const found = await readOwner(file)
  if (found?.id === owner.id) return
  const who = found ? ` (${describeOwner(found)})` : ''
  throw new Refusal(`Another operator took over while this process was silent${who}`)
}
