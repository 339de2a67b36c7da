import { randomBytes } from 'node:crypto'
import { formTokenOf } from '@site/api/staff-reply'

/** `viewer` reads; `team` publishes, previews and tries its own package; `operator` may do everything. */
export const roles = ['viewer', 'team', 'operator'] as const
export type Role = (typeof roles)[number]

export type Person = {
  name: string
  role: Role
  package?: string | undefined
}

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
