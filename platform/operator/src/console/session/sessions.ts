import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { temporaryName } from '@platform/base/durable/temporary'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import { formTokenOf } from '@site/api/staff-reply'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** `viewer` reads; `team` fetches, previews and tries its own package; `operator` may do everything. */
export const roles = ['viewer', 'team', 'operator'] as const
export type Role = (typeof roles)[number]

export type Person = { name: string; role: Role; package?: string | undefined }

const SESSION_MS = 8 * 60 * 60 * 1_000

export type Session = Person & { id: string; formToken: string; expiresAt: number }

/** Keeps sessions in memory, so they end with the console. */
export function createSessions() {
  const sessions = new Map<string, Session>()
  return {
    begin(person: Person): string {
      const id = randomBytes(24).toString('base64url')
      sessions.set(id, { ...person, id, formToken: formTokenOf(id), expiresAt: Date.now() + SESSION_MS })
      return id
    },
    find(id: string): Session | undefined {
      const session = sessions.get(id)
      return session && session.expiresAt > Date.now() ? session : undefined
    },
    end: ({ id }: Session) => sessions.delete(id),
  }
}

const LINK_MS = 10 * 60 * 1_000
const PRIVATE = 0o600

const checker = Compile(
  Type.Object({
    name: Type.String(),
    role: Type.Union(roles.map((role) => Type.Literal(role))),
    package: Type.Optional(Type.String()),
    expiresAt: Type.Integer(),
  }),
)

/** Makes a single-use sign-in token and stores only its digest. */
export async function makeToken({ consoleLinks }: SiteCopy, person: Person, now = Date.now()): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await mkdir(consoleLinks, { recursive: true })
  const kept = JSON.stringify({ ...person, expiresAt: now + LINK_MS })
  await writeFile(fileOf(consoleLinks, token), kept, { mode: PRIVATE, flush: true })
  return token
}

/** @returns `undefined` for a used, expired or unknown token */
export async function redeemToken(
  { consoleLinks }: SiteCopy,
  token: string,
  now = Date.now(),
): Promise<Person | undefined> {
  const mine = path.join(consoleLinks, temporaryName('redeemed'))
  try {
    // Only one of two concurrent requests can rename it.
    await rename(fileOf(consoleLinks, token), mine)
    const value: unknown = JSON.parse(await readFile(mine, 'utf8'))
    if (!checker.Check(value) || value.expiresAt < now) return undefined
    const { expiresAt: _, ...person } = value
    return person
  } catch {
    return undefined
  } finally {
    await rm(mine, { force: true })
  }
}

function fileOf(consoleLinks: string, token: string): string {
  return path.join(consoleLinks, `${sha256(token)}.json`)
}
