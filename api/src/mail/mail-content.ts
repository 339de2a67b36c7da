/** What a message says, by the part of its kind before a colon. */
export const mailKinds = {
  order_confirmation: {
    subject: (orderId: string) => `Your order ${orderId} is confirmed`,
    opening: 'Thank you for your order. We have received your payment and your order is confirmed.',
    amount: 'Total paid',
  },
  payment_received: {
    subject: (orderId: string) => `We have received your payment for order ${orderId}`,
    opening:
      'Thank you. We have received your payment and are checking it against your order. We will be in touch about it; ' +
      'please do not pay again.',
    amount: 'Total paid',
  },
  payment_refused: {
    subject: (orderId: string) => `Your payment for order ${orderId} was refused`,
    opening:
      'The payment that we were waiting for was refused, so your order is not confirmed and no money was taken. You are ' +
      'welcome to order again and pay another way.',
    amount: 'Not paid',
  },
  payment_not_taken: {
    subject: (orderId: string) => `Your payment for order ${orderId} was not completed`,
    opening:
      'You approved a payment with PayPal, but it was never completed, so nothing was charged and this order is not ' +
      'confirmed. You are welcome to order again.',
    amount: 'Not charged',
  },
  payment_refunded: {
    subject: (orderId: string) => `A refund for order ${orderId}`,
    opening:
      'We have sent the amount below back to the card or PayPal account that you paid with. Your bank decides when it ' +
      'appears there; this usually takes a few working days.',
    amount: 'Refunded',
  },
  refund_failed: {
    subject: (orderId: string) => `Your refund for order ${orderId} did not arrive`,
    opening:
      'We wrote to you that we had sent the amount below back to you. The payment provider could not deliver it, so it ' +
      'is with us again. We will be in touch to find another way; please reply to this email if you do not hear from us.',
    amount: 'Not refunded',
  },
  papers_corrected: {
    subject: (orderId: string) => `Corrected papers for order ${orderId}`,
    opening:
      'We have corrected the papers of your order. What is attached takes the place of what you have; please give it to ' +
      'whoever keeps your books.',
    amount: 'Order total',
  },
  order_sold: {
    subject: (orderId: string) => `Order ${orderId} was paid`,
    opening: 'An order was paid in the shop.',
    amount: 'Total paid',
  },
} as const

export type MailKind = keyof typeof mailKinds

/** @throws Error for a kind of message that does not exist. */
export function kindOf(text: string): MailKind {
  const [kind = ''] = text.split(':')
  if (!isKind(kind)) throw new Error(`There is no message of the kind "${text}"`)
  return kind
}

function isKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailKinds, kind)
}
