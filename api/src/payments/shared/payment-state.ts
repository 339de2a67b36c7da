import type { PaymentState } from '../../database/schema'

/** What can happen to a payment; README.md has the table in words. */
export type PaymentEvent =
  /** The provider is processing it, or a page was told to wait. */
  | 'wait'
  /** The provider says clearly that this source of money was refused. */
  | 'decline'
  /** Given up by its buyer or by us, refused for good, closed at the provider, or lapsed. */
  | 'end'
  /** The money came. */
  | 'pay'
  /** The money came, and another payment has paid the order. */
  | 'pay_again'
  /** All of its money has gone back to the buyer. */
  | 'send_back'
  /** A lost dispute took all that was left of it. */
  | 'lose'
  /** Money that had gone is here again, and it pays for the order. */
  | 'come_back'
  /** Money that had gone is here again, but may not be kept. */
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

/** Every step there is: an event that a state does not name changes nothing. */
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

/** The buyer may still pay through these. */
export const payableStates: PaymentState[] = ['open', 'declined']
/** No money has come, and it may yet. */
export const unpaidStates: PaymentState[] = ['open', 'declined', 'processing']
