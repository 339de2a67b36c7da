import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { limitWork, type WorkLimits } from './limit-work'

/** OWASP's first choice for argon2id, the library's default algorithm: 19 MiB, two passes; 19 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MAX_RUNNING = 4
/** About a second's worth; whoever comes later is asked to come back. */
const MAX_WAITING = 50

/** One core is left for the pages, which must not become slower in a flood of sign-ins. */
const defaultLimits: WorkLimits = {
  running: Math.min(MAX_RUNNING, Math.max(1, availableParallelism() - 1)),
  waiting: MAX_WAITING,
}

export type Passwords = {
  /** @throws ApiError 503 when too many are waiting; the same holds for `matches`. */
  hash: (password: string) => Promise<string>
  /** Takes the same time for an account that does not exist (`undefined`), and is then always false. */
  matches: (password: string, stored: string | undefined) => Promise<boolean>
}

export function createPasswords(limits = defaultLimits): Passwords {
  const inTurn = limitWork(limits)
  // The hash of a password that nobody knows serves every account that does not exist.
  const nobody = hash(randomBytes(32), COST)
  nobody.catch(() => {})

  return {
    hash: (password) => inTurn(() => hash(sameSpelling(password), COST)),
    async matches(password, stored) {
      const against = stored ?? (await nobody)
      const isMatch = await inTurn(() => verify(against, sameSpelling(password)))
      return isMatch && stored !== undefined
    },
  }
}

/** Keyboards spell the same letter in more than one way; NIST SP 800-63B asks for one of them before hashing. */
function sameSpelling(password: string): string {
  return password.normalize('NFKC')
}
