import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { startOf } from '../durable/process-state'

const ownerSchema = Type.Object({
  id: Type.String(),
  pid: Type.Integer(),
  host: Type.String(),
  user: Type.String(),
  action: Type.String(),
  /** Tells the process from a later one with its number; absent where the system does not say. */
  startedAt: Type.Optional(Type.String()),
})
const checker = Compile(ownerSchema)

/** Who holds a lease, as its file says it. */
export type LeaseOwner = Static<typeof ownerSchema>

export function ownerOf(action: string): LeaseOwner {
  const startedAt = startOf(process.pid)
  const owner = { id: randomUUID(), pid: process.pid, host: hostname(), user: userName(), action }
  return startedAt === undefined ? owner : { ...owner, startedAt }
}

/** `undefined` when there is no such file, or it names nobody. */
export async function readOwner(file: string): Promise<LeaseOwner | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return checker.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** `ada on laptop (process 4711, activate catalog@1.6.0)`. */
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
