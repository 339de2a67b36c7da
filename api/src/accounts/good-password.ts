import { company } from '@site/shared/company'
import { ApiError } from '../errors/api-error'
import { PASSWORD_LENGTH, refusals } from './account-refusals'

/** Letters of what anybody would try here first; docs/reference/security.md names them. */
const ownWords = new Set(
  [company.name, company.shortName, 'safety training', 'training partners', 'citb safety', 'site safety plus'].map(
    lettersOf,
  ),
)

/** Fifty thousand passwords by how often they are met; read with the first new password. */
let common: Promise<ReadonlySet<string>> | undefined

/**
 * Refuses what is too short or too long (D-30), what is tried first anywhere, and what is tried first here (R214).
 * @throws ApiError 422
 */
export async function requireGoodPassword(password: string): Promise<void> {
  const { length } = [...password]
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) throw new ApiError(refusals.weakPassword)
  common ??= readCommon()
  const isTriedFirst = (await common).has(password.toLowerCase()) || ownWords.has(lettersOf(password))
  if (isTriedFirst) throw new ApiError(refusals.commonPassword)
}

async function readCommon(): Promise<ReadonlySet<string>> {
  try {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    return new Set(dictionary['passwords-common'])
  } catch (error) {
    // Read again with the next: one failure must not refuse every password from then on.
    common = undefined
    throw error
  }
}

/** `Safety-Training1!` → `safetytraining`. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}
