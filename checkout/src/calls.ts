import { apiCalls } from '@site/shared/contracts/calls'
import { errorReplySchema } from '@site/shared/contracts/errors'
import { readFields } from '@site/shared/contracts/read-fields'
import type { Calls } from '@site/shared/release-contract'

/** Not `data`: unknown contents show as any other refusal, so the API may add to it first. */
const readsRefusal = readFields(errorReplySchema, ['message', 'code'])

const paid = ['data.status', 'data.isMailed']

const user = ['user.firstName', 'user.lastName', 'user.email']
const account = [...user, 'isEmailConfirmed', 'change', 'isMailed', 'sessions']

/**
 * The calls that this package makes and the reply fields that it reads. Nothing checks a missing field when the API
 * changes.
 */
const reads = {
  'POST /api/auth/login': ['token', ...user],
  'POST /api/auth/register': ['token', ...user],
  'POST /api/account/read': account,
  'POST /api/account/orders': ['orders', 'hasMore'],
  'POST /api/account/order': [
    ...['orderId', 'state', 'placedAt', 'total', 'refunded', 'paidAt', 'paidBy', 'vat', 'lines', 'refunds'],
    ...['papers', 'booking'],
  ],
  'POST /api/account/paper': ['fileName', 'content'],
  'POST /api/account/name': account,
  'POST /api/account/email': account,
  'POST /api/account/confirm': ['outcome', ...user],
  'POST /api/account/password': ['token', ...user],
  'POST /api/account/send-confirmation': [],
  'POST /api/account/sign-out': [],
  'POST /api/account/sign-out-everywhere': [],
  'POST /api/account/delete': [],
  'POST /api/account/request-reset': [],
  'POST /api/account/reset': [],
  'POST /api/orders/booking': ['version', 'isOpen', 'company', 'purchaseOrder', 'wishes', 'courses'],
  'POST /api/payments/create-payment-intent': ['data.clientSecret'],
  'POST /api/payments/confirm-stripe-payment': paid,
  'POST /api/payments/paypal-create-order': ['data.paypalOrderId'],
  'POST /api/payments/paypal-capture': paid,
  'POST /api/payments/abandon': [],
  'POST /api/payments/status': paid,
} satisfies Record<keyof typeof apiCalls, readonly string[]>

export const calls: Calls = Object.fromEntries(
  Object.entries(apiCalls).map(([name, { accepts, answers }]) => [
    name,
    { sends: accepts, reads: readFields(answers, reads[name as keyof typeof reads]), readsRefusal },
  ]),
)
