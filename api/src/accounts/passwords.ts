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
const defaultLimits = { running: Math.min(4, Math.max(1, availableParallelism() - 1)), waiting: 50 }

export function createPasswords({ running, waiting } = defaultLimits) {
  const queue = fastq.promise((work: () => Promise<unknown>) => work(), running)
  /** @throws ApiError 503 at once when `waiting` tasks wait already */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (queue.length() >= waiting) throw new ApiError(refusals.busy)
    return (await queue.push(work)) as T
  }
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
const sameSpelling = (password: string): string => password.normalize('NFKC')

/** Guessed first here, in any order (NIST SP 800-63B). A pattern would take hours when a word is made of others. */
function isOwnWords(text: string): boolean {
  const words = `${company.name.toLowerCase()} site plus health first aid courses course citb`.match(/[a-z]+/g) ?? []
  const ends = new Set([0])
  for (const end of ends) for (const word of words) if (text.startsWith(word, end)) ends.add(end + word.length)
  return text !== '' && ends.has(text.length)
}
/** Written for letters. */
const SIGNS: Readonly<Record<string, string>> = { '@': 'a', $: 's', 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }
let common: Promise<ReadonlySet<string>> | undefined

/** Checks length (D-30) and guessability (R214). */
export async function requireGoodPassword(password: string): Promise<void> {
  const { length } = [...password]
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) throw new ApiError(refusals.weakPassword)
  if (isPattern(password)) throw new ApiError(refusals.patternPassword)
  common ??= readCommon()
  const list = await common
  const text = password.normalize('NFKC').toLowerCase()
  for (const spelling of [text, text.replace(/[@$013457]/g, (sign) => SIGNS[sign] ?? sign)]) {
    if (isOwnWords(spelling.replace(/[^a-z]/g, ''))) throw new ApiError(refusals.ownPassword)
    if (list.has(spelling) || list.has(wordOf(spelling))) throw new ApiError(refusals.commonPassword)
  }
}

/** `summer2026` is guessed with `summer`: up to four characters around a word protect little. */
function wordOf(text: string): string {
  const word = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return text.length - word.length <= 4 ? word : text
}

const KEYBOARD = '1234567890 qwertyuiop asdfghjkl zxcvbnm'
/** Fewer than these are left of repeats, and of runs such as `9876` and `asdf`. */
const MIN_CHARACTERS = 5

function isPattern(password: string): boolean {
  const characters = [...password.toLowerCase()]
  const isRun = (position: (character: string) => number) => (character: string, index: number) => {
    const [first, second, third] = [characters[index - 2] ?? '', characters[index - 1] ?? '', character].map(position)
    return [1, -1].some((step) => second === Number(first) + step && third === Number(second) + step)
  }
  const runs = [isRun((one) => one.codePointAt(0) ?? Number.NaN), isRun((one) => KEYBOARD.indexOf(one))]
  const others = characters.filter((one, index) => !runs.some((isRun) => isRun(one, index)))
  return new Set(others).size < MIN_CHARACTERS || /^(.{1,7})\1+$/su.test(password)
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
