import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { company } from '@site/shared/company'
import { ApiError } from '../errors/api-error'
import { PASSWORD_LENGTH, refusals } from './account-refusals'

/** OWASP's first choice for argon2id, the library's default algorithm: 19 MiB, two passes; 19 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One core is left for the pages; about a second's worth of passwords may wait. */
const defaultLimits: WorkLimits = { running: Math.min(4, Math.max(1, availableParallelism() - 1)), waiting: 50 }

export type Passwords = {
  /** @throws ApiError 503 when too many are waiting; so does `matches`. */
  hash: (password: string) => Promise<string>
  /** Takes the same time for an account that does not exist (`undefined`), and is then always false. */
  matches: (password: string, stored: string | undefined) => Promise<boolean>
}

export function createPasswords(limits = defaultLimits): Passwords {
  const inTurn = limitWork(limits)
  // Stands for every account that does not exist.
  const decoy = hash(randomBytes(32), COST)
  decoy.catch(() => {})

  return {
    hash: (password) => inTurn(() => hash(sameSpelling(password), COST)),
    async matches(password, stored) {
      const against = stored ?? (await decoy)
      const isMatch = await inTurn(() => verify(against, sameSpelling(password)))
      return isMatch && stored !== undefined
    },
  }
}

/** Keyboards spell the same letter in more than one way (NIST SP 800-63B). */
function sameSpelling(password: string): string {
  return password.normalize('NFKC')
}

type WorkLimits = { running: number; waiting: number }

/**
 * Runs at most `running` pieces of work at once while `waiting` more stand in line.
 * @throws ApiError 503 at once when the line is full, so that a flood costs no memory and no time.
 */
export function limitWork({ running, waiting }: WorkLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = []
  let active = 0

  return async (work) => {
    if (active >= running) {
      if (line.length >= waiting) throw new ApiError(refusals.busy)
      await new Promise<void>((resolve) => line.push(resolve))
    } else {
      active += 1
    }
    try {
      return await work()
    } finally {
      // Handed straight to the next in line, past anything that arrives now.
      const next = line.shift()
      if (next) next()
      else active -= 1
    }
  }
}

/** The first guesses of this shop's passwords, by their letters; docs/reference/security.md names them. */
const ownWords = new Set(
  [company.name, company.shortName, 'safety training', 'training partners', 'citb safety', 'site safety plus'].map(
    lettersOf,
  ),
)
/** Fifty thousand common passwords, read with the first new one. */
let common: Promise<ReadonlySet<string>> | undefined

/**
 * Refuses a password that is too short or too long (D-30), or among the first guesses anywhere or here (R214).
 * @throws ApiError 422
 */
export async function requireGoodPassword(password: string): Promise<void> {
  const { length } = [...password]
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) throw new ApiError(refusals.weakPassword)
  common ??= readCommon()
  const isCommon = (await common).has(password.toLowerCase()) || ownWords.has(lettersOf(password))
  if (isCommon) throw new ApiError(refusals.commonPassword)
}

async function readCommon(): Promise<ReadonlySet<string>> {
  try {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    return new Set(dictionary['passwords-common'])
  } catch (error) {
    // One failure must not refuse every later password.
    common = undefined
    throw error
  }
}

/** `Safety-Training1!` → `safetytraining`. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}
