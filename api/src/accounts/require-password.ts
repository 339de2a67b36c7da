import { ApiError } from '../errors/api-error'
import { refusals } from './account-refusals'
import type { AccountDesk } from './account-services'
import type { Account } from './account-tables'

/**
 * Asks for the password again before what a thief of a session must not do. Guesses are counted by account: whoever guesses
 * here is signed in to it, and its owner's own attempts are few.
 * @throws ApiError 401, 429
 */
export async function requirePassword(
  { passwords, throttles }: AccountDesk,
  { id, passwordHash }: Account,
  password: string,
): Promise<void> {
  await throttles.passwords(id)
  if (!(await passwords.matches(password, passwordHash))) throw new ApiError(refusals.wrongPassword)
}
