import { findTestCard } from '../cards/test-cards'

export type CardText = { number: string; expiry: string; cvc: string }
export type CardError = { code: string; message: string; field: keyof CardText }

const digitsOf = (text: string) => text.replace(/\D/g, '')

export function brandOf(number: string): string {
  const digits = digitsOf(number)
  if (/^4/.test(digits)) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard'
  if (/^3[47]/.test(digits)) return 'amex'
  return 'unknown'
}

/** `4242424242424242` → `4242 4242 4242 4242`. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text).slice(0, lengthOf(text))
  return digits.replace(brandOf(text) === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/ : /(\d{4})(?=\d)/g, (...parts) =>
    brandOf(text) === 'amex' ? parts.slice(1, 4).filter(Boolean).join(' ') : `${parts[1]} `,
  )
}

/** `1230` → `12 / 30`. */
export function formatExpiry(text: string): string {
  const typed = digitsOf(text)
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

export const formatCvc = (text: string): string => digitsOf(text).slice(0, 4)

export function parseExpiry(text: string): { expMonth: number; expYear: number } | undefined {
  const digits = digitsOf(text)
  if (digits.length !== 4) return undefined
  return { expMonth: Number(digits.slice(0, 2)), expYear: 2000 + Number(digits.slice(2)) }
}

/** Returns the first error in completed fields; a field still being typed has none. */
export function findError({ number, expiry }: CardText, today = new Date()): CardError | undefined {
  const isNumberTyped = digitsOf(number).length >= lengthOf(number)
  if (isNumberTyped && !findTestCard(digitsOf(number))) {
    const message = 'The sandbox takes test cards only, for example 4242 4242 4242 4242.'
    return { field: 'number', code: 'invalid_number', message }
  }
  const date = parseExpiry(expiry)
  if (!date) return undefined
  if (date.expMonth < 1 || date.expMonth > 12) {
    return { field: 'expiry', code: 'invalid_expiry_month', message: "Your card's expiry month is invalid." }
  }
  const isPast = date.expYear * 12 + date.expMonth < today.getFullYear() * 12 + today.getMonth() + 1
  return isPast
    ? { field: 'expiry', code: 'invalid_expiry_year_past', message: "Your card's expiry date is in the past." }
    : undefined
}

export function isComplete(text: CardText): boolean {
  const { number, expiry, cvc } = text
  const isTyped = digitsOf(number).length >= lengthOf(number) && parseExpiry(expiry) !== undefined
  return isTyped && digitsOf(cvc).length >= (brandOf(number) === 'amex' ? 4 : 3) && !findError(text)
}

const lengthOf = (number: string): number => (brandOf(number) === 'amex' ? 15 : 16)
