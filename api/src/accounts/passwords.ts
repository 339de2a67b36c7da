import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { company } from '@site/shared/company'
import fastq from 'fastq'
import { ApiError } from '../errors/api-error'
import { PASSWORD_LENGTH, refusals } from './account-refusals'

/** OWASP's first choice for Argon2id, the library's default: 19 MiB, two passes; about 19 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Leaves one core for pages and queues about a second of hashing. */
const defaultLimits: WorkLimits = { running: Math.min(4, Math.max(1, availableParallelism() - 1)), waiting: 50 }

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords(limits = defaultLimits) {
  const inTurn = limitWork(limits)
  const decoy = hash(randomBytes(32), COST)
  decoy.catch(() => {})

  return {
    hash: (password: string): Promise<string> => inTurn(() => hash(sameSpelling(password), COST)),
    /** Takes the same time for `undefined`, an account that does not exist. */
    async matches(password: string, stored: string | undefined): Promise<boolean> {
      const against = stored ?? (await decoy)
      const isMatch = await inTurn(() => verify(against, sameSpelling(password)))
      return isMatch && stored !== undefined
    },
  }
}

/** Unicode spells some letters in several ways (NIST SP 800-63B). */
function sameSpelling(password: string): string {
  return password.normalize('NFKC')
}

type WorkLimits = { running: number; waiting: number }

/** @throws ApiError 503 at once when `waiting` tasks wait already */
function limitWork({ running, waiting }: WorkLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const queue = fastq.promise((work: () => Promise<unknown>) => work(), running)
  return async <T>(work: () => Promise<T>) => {
    if (queue.length() >= waiting) throw new ApiError(refusals.busy)
    return (await queue.push(work)) as T
  }
}

/** Likely guesses for this shop, letters only; see docs/reference/security.md. */
const ownWords = new Set(
  [company.name, company.shortName, 'safety training', 'training partners', 'citb safety', 'site safety plus'].map(
    lettersOf,
  ),
)
let common: Promise<ReadonlySet<string>> | undefined

/** Checks length (D-30) and guessability (R214). */
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
    // One failed load must not refuse every later password.
    common = undefined
    throw error
  }
}

/** `Safety-Training1!` → `safetytraining`. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}
