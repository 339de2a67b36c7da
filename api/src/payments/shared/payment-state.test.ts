import type { PaymentState } from '../../database/schema'
import { nextState, type PaymentEvent } from './payment-state'

const events: PaymentEvent[] = [
  ...(['wait', 'decline', 'end', 'pay', 'pay_again', 'send_back', 'lose', 'come_back', 'come_back_extra'] as const),
]

/** For each state the result of every event, in the order above; `-` is unchanged. */
const table: Record<PaymentState, string> = {
  open: 'processing declined ended succeeded duplicate - - - -',
  declined: 'processing - ended succeeded duplicate - - - -',
  processing: '- ended ended succeeded duplicate - - - -',
  succeeded: '- - - - - refunded charged_back - -',
  duplicate: '- - - - - refunded charged_back - -',
  refunded: '- - - - - - - succeeded duplicate',
  charged_back: '- - - - - - - succeeded duplicate',
  ended: '- - - duplicate duplicate - - - -',
}
const rows = Object.entries(table) as [PaymentState, string][]

it.each(rows)('a payment that is %s', (state, expected) => {
  expect(expected.split(' ')).toHaveLength(events.length)
  const next = events.map((event) => nextState(state, event))
  expect(next.map((it) => (it === state ? '-' : it)).join(' ')).toBe(expected)
})

it('has at most eight states', () => {
  expect(rows.length).toBeLessThanOrEqual(8)
})
