import { apiCalls } from '@site/shared/contracts/calls'
import { errorReplySchema } from '@site/shared/contracts/errors'
import { readFields } from '@site/shared/contracts/read-fields'
import type { Calls } from '@site/shared/release-contract'

/** `post-json.ts` reads these of every refusal. */
const readsRefusal = readFields(errorReplySchema, ['message', 'code'])

/**
 * What this package sends, by the types it was compiled against, and which fields of the replies it reads. A call or
 * a field that is missing here is one nobody checks when the API changes.
 */
const reads = {
  'POST /api/auth/login': ['token', 'user.firstName', 'user.lastName', 'user.email'],
  'POST /api/auth/register': ['token', 'user.firstName', 'user.lastName', 'user.email'],
  'POST /api/payments/create-payment-intent': ['data.clientSecret'],
  // Any 2xx is success; its body is not read (D-46).
  'POST /api/payments/confirm-stripe-payment': [],
  'POST /api/payments/paypal-create-order': ['data.paypalOrderId'],
  'POST /api/payments/paypal-capture': [],
} satisfies Record<keyof typeof apiCalls, readonly string[]>

export const calls: Calls = Object.fromEntries(
  Object.entries(apiCalls).map(([name, { accepts, answers }]) => [
    name,
    { sends: accepts, reads: readFields(answers, reads[name as keyof typeof reads]), readsRefusal },
  ]),
)
