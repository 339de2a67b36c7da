import type { Random } from '@platform/base/testing/random'

/** Why PayPal may refuse a capture of approved money (developer.paypal.com/docs/api/orders/v2, errors of `capture`). */
const issues = [
  'INSTRUMENT_DECLINED',
  'INSTRUMENT_DECLINED',
  'INSTRUMENT_DECLINED',
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'PAYEE_BLOCKED_TRANSACTION',
  'PAYER_CANNOT_PAY',
  'PAYER_ACTION_REQUIRED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'TRANSACTION_RECEIVING_LIMIT_EXCEEDED',
  'COMPLIANCE_VIOLATION',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  '400 without an issue',
] as const

/** Most reasons pass: after so many captures the same approval would be paid. */
export function pickRefusals({ pick }: Random): string[] {
  const issue = pick<string>(issues)
  return Array.from({ length: pick([1, 1, 2, 50]) }, () => issue)
}
