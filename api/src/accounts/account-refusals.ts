import { company } from '@site/shared/company'
import { ApiError, type Refusal, refusal } from '../errors/api-error'

/** Unicode code points (D-30). */
export const PASSWORD_LENGTH = { min: 8, max: 128 }

export const refusals = {
  crossSite: refusal(403, 'cross_site', 'Requests from other sites are not accepted.'),
  busy: {
    ...refusal(503, 'unavailable', 'We are very busy at the moment. Please try again shortly.'),
    retryAfterSeconds: 5,
  },
  wrongCredentials: refusal(401, 'wrong_credentials', 'The email address or password is not correct.'),
  wrongPassword: refusal(401, 'wrong_credentials', 'The password is not correct.'),
  weakPassword: refusal(
    422,
    'weak_password',
    `Your password must have ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`,
  ),
  commonPassword: guessable('is one of the first that anybody would try'),
  patternPassword: guessable('repeats a few characters or follows their order'),
  ownPassword: guessable('is made of words of this website'),
  accountExists: refusal(409, 'account_exists', 'There is already an account with this email address. Please sign in.'),
  addressTaken: refusal(409, 'account_exists', 'There is already an account with this email address.'),
  sameAddress: refusal(400, 'validation', 'This is the email address of your account already.'),
  linkNotValid: refusal(
    410,
    'link_not_valid',
    'This link does not work any more. Links work once and for a limited time; please ask for a new one.',
  ),
  noOrder: refusal(404, 'not_found', 'There is no such order in your account.'),
  noPaper: refusal(404, 'not_found', 'There is no such receipt or credit note in your account.'),
  get noMail() {
    return refusal(503, 'unavailable', `We send no emails at the moment. Please call ${company.phone.display}.`)
  },
  messageUnderWay: refusal(
    503,
    'unavailable',
    'A message to you is being sent just now. Please try again in two minutes.',
  ),
} as const

function guessable(why: string): Refusal {
  return refusal(422, 'weak_password', `This password ${why}. Please choose another, for example a few words.`)
}

/** White space alone is missing too (R161). */
export function required(value: string, field: string): string {
  const text = value.trim()
  if (text === '') throw new ApiError({ status: 400, code: 'validation', message: `Please fill in the ${field} field` })
  return text
}
