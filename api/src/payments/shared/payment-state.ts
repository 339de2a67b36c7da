import type { PaymentState } from '../../database/schema'

/** README.md has the table in words. */
export type PaymentEvent =
  /** The provider is processing it, or a page showed "processing". */
  | 'wait'
  /** The provider clearly refused this source of money. */
  | 'decline'
  /** Given up, refused for good, closed at the provider, or lapsed. */
  | 'end'
  | 'pay'
  /** The money came after another payment had paid. */
  | 'pay_again'
  /** All of its money went back. */
  | 'send_back'
  /** A lost dispute took the rest. */
  | 'lose'
  /** Returned money is here again and pays for the order. */
  | 'come_back'
  /** Returned money is here again but may not be kept. */
  | 'come_back_extra'

type Steps = Readonly<Partial<Record<PaymentEvent, PaymentState>>>

const payable = {
  wait: 'processing',
  decline: 'declined',
  end: 'ended',
  pay: 'succeeded',
  pay_again: 'duplicate',
} as const
const returned = { come_back: 'succeeded', come_back_extra: 'duplicate' } as const

/** A missing event changes nothing. */
const steps: Readonly<Record<PaymentState, Steps>> = {
  open: payable,
  declined: payable,
  processing: { ...payable, decline: 'ended' },
  succeeded: { send_back: 'refunded', lose: 'charged_back' },
  duplicate: { send_back: 'refunded', lose: 'charged_back' },
  refunded: returned,
  charged_back: returned,
  ended: { pay: 'duplicate', pay_again: 'duplicate' },
}

export function nextState(state: PaymentState, event: PaymentEvent): PaymentState {
  return steps[state][event] ?? state
}

export const payableStates: PaymentState[] = ['open', 'declined']
export const unpaidStates: PaymentState[] = ['open', 'declined', 'processing']
