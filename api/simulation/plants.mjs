/** Mistakes to plant in the shop; an undetected one shows a rule that nothing checks. */
export const plants = [
  {
    name: 'takenPence is 1',
    file: 'src/payments/settle-payment.ts',
    find: '{ takenPence: response.amountPence }',
    replace: '{ takenPence: 1 as typeof response.amountPence }',
    caughtBy: ['taken'],
  },
  {
    name: 'a second payment is kept and not sent back',
    file: 'src/refunds/return-payment.ts',
    find: "if (!payment.chargeId || payment.state !== 'duplicate') return undefined",
    replace: 'if (payment) return undefined',
    caughtBy: ['stuck', 'after no', 'paid once'],
  },
  {
    name: 'no confirmation is queued',
    file: 'src/payments/settle-payment.ts',
    find: 'await queueMail(queries, services, { order, kind, amountPence })',
    replace: 'void kind',
    caughtBy: ['mail', 'statement'],
  },
  {
    name: 'a paid order may be paid again',
    file: 'src/payments/claim-payment.ts',
    find: "['paid', 'needs_attention', 'refunded', 'charged_back'].includes(state)",
    replace: "['needs_attention', 'refunded', 'charged_back'].includes(state)",
    caughtBy: ['after no', 'error', 'paid once', 'sent twice', 'statement', 'mail'],
  },
  {
    name: 'every try of a refund has a key of its own',
    file: 'src/refunds/carry-out-refund.ts',
    find: 'idempotencyKey: tries === 0 ? reference : `${reference}:${tries}`',
    replace: 'idempotencyKey: `${reference}:${Date.now()}`',
    caughtBy: ['sent twice', 'sent back'],
  },
  {
    name: 'a whole refund says an amount that is too small',
    file: 'providers/src/stripe-after-sale.ts',
    find: 'const amount = isWhole ? {} : { amount: amountPence }',
    replace: 'const amount = { amount: isWhole ? amountPence - 1 : amountPence }',
    caughtBy: ['sent back', 'stuck', 'after no', 'mail'],
  },
  {
    name: 'a dispute is on no list',
    file: 'src/disputes/follow-dispute.ts',
    find: "await renewCase(queries, { kind: 'dispute', subject, summary, orderId, provider, amountPence })",
    replace: 'void summary',
    caughtBy: ['attention'],
  },
  {
    name: 'a number is left out',
    file: 'papers/src/paper-repository.ts',
    find: '${issued}) + 1`',
    replace: '${issued}) + 2`',
    caughtBy: ['papers'],
  },
  {
    name: 'a refund has no credit note',
    file: 'src/refunds/record-refund.ts',
    find: 'await creditRefund(queries, {',
    replace: 'if (amountPence < 0) await creditRefund(queries, {',
    caughtBy: ['papers'],
  },
  {
    name: 'an error of the confirm call is a certain no',
    file: 'src/payments/confirm-payment.ts',
    find: "'a payment could not be confirmed yet')\n    throw new ApiError(refusals.unknownOutcome)",
    replace: "'a payment could not be confirmed yet')\n    throw new ApiError(refusals.notConfirmed)",
    caughtBy: ['after no'],
  },
]

/** @throws Error unless `find` occurs exactly once */
export function plantIn(code, { name, file, find, replace }) {
  const parts = code.split(find)
  if (parts.length !== 2) throw new Error(`${name}: "${find}" is ${parts.length - 1} times in ${file}, not once`)
  return parts.join(replace)
}
