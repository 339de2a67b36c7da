import { randomBytes, timingSafeEqual } from 'node:crypto'

/** `viewer` reads; `team` publishes, previews and tries its own package; `operator` may do everything. */
export const roles = ['viewer', 'team', 'operator'] as const
export type Role = (typeof roles)[number]

export type Person = {
  name: string
  role: Role
  package?: string | undefined
}

export function describeRole({ role, package: name }: Person): string {
  return role === 'team' ? `team of ${name}` : role
}

const SESSION_MS = 8 * 60 * 60 * 1_000
const COOKIE = 'console_session'
const cookie = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{20,64})(?:;|$)`)

export type Session = Person & { id: string; formToken: string; expiresAt: number }

/** Keeps sessions in memory, so they end with the console. */
export function createSessions(isSecure: boolean) {
  const sessions = new Map<string, Session>()
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    begin(person: Person, now = Date.now()): string {
      const session = { ...person, id: secret(), formToken: secret(), expiresAt: now + SESSION_MS }
      sessions.set(session.id, session)
      return `${COOKIE}=${session.id}; ${attributes}; Max-Age=${SESSION_MS / 1_000}`
    },
    find(cookies: string | undefined, now = Date.now()): Session | undefined {
      const session = sessions.get(cookie.exec(cookies ?? '')?.[1] ?? '')
      return session && session.expiresAt > now ? session : undefined
    },
    end({ id }: Session): string {
      sessions.delete(id)
      return `${COOKIE}=; ${attributes}; Max-Age=0`
    },
  }
}

export function isOwnForm({ formToken }: Session, given: string | undefined): boolean {
  const [a, b] = [Buffer.from(formToken), Buffer.from(given ?? '')]
  return a.length === b.length && timingSafeEqual(a, b)
}

function secret(): string {
  return randomBytes(24).toString('base64url')
}
