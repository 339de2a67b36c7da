import { company } from '@site/shared/company'
import { ApiError, type Refusal } from '../errors/api-error'

/** Unicode code points (D-30). */
export const PASSWORD_LENGTH = { min: 8, max: 128 }

export const refusals = {
  crossSite: { status: 403, code: 'cross_site', message: 'Requests from other sites are not accepted.' },
  busy: {
    status: 503,
    code: 'unavailable',
    message: 'We are very busy at the moment. Please try again shortly.',
    retryAfterSeconds: 5,
  },
  wrongCredentials: {
    status: 401,
    code: 'wrong_credentials',
    message: 'The email address or password is not correct.',
  },
  wrongPassword: { status: 401, code: 'wrong_credentials', message: 'The password is not correct.' },
  weakPassword: {
    status: 422,
    code: 'weak_password',
    message: `Your password must have ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`,
  },
  commonPassword: {
    status: 422,
    code: 'weak_password',
    message:
      'This password is one of the first that anybody would try. Please choose another, for example a few words.',
  },
  accountExists: {
    status: 409,
    code: 'account_exists',
    message: 'There is already an account with this email address. Please sign in.',
  },
  addressTaken: {
    status: 409,
    code: 'account_exists',
    message: 'There is already an account with this email address.',
  },
  sameAddress: { status: 400, code: 'validation', message: 'This is the email address of your account already.' },
  linkNotValid: {
    status: 410,
    code: 'link_not_valid',
    message: 'This link does not work any more. Links work once and for a limited time; please ask for a new one.',
  },
  noOrder: { status: 404, code: 'not_found', message: 'There is no such order in your account.' },
  noPaper: { status: 404, code: 'not_found', message: 'There is no such receipt or credit note in your account.' },
  noMail: {
    status: 503,
    code: 'unavailable',
    message: `We send no emails at the moment. Please call ${company.phone.display}.`,
  },
  messageUnderWay: {
    status: 503,
    code: 'unavailable',
    message: 'A message to you is being sent just now. Please try again in two minutes.',
  },
} as const satisfies Record<string, Refusal>

/** White space alone is missing too (R161). */
export function required(value: string, field: string): string {
  const text = value.trim()
  if (text === '') throw new ApiError({ status: 400, code: 'validation', message: `Please fill in the ${field} field` })
  return text
}
