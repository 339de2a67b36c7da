import type { Evidence } from './breach'
import { judgeWishes } from './judge-wishes'
import type { Wish } from './promises'

const orderId = 'order_1'
const wish = { orderId, amountPence: 2_500, isWhole: false, isConfirmed: true }
const sentBack = (amountPence: number) => ({ amountPence, state: 'sent' })

/** An order paid by card and then by PayPal: the card's money may not be kept, and went back. */
function judge({ wishes, ofPayPal = [] }: { wishes: readonly Wish[]; ofPayPal?: readonly number[] }) {
  const own = (id: string, takenPence: number, amounts: readonly number[]) => ({
    orderId,
    booked: { id, takenPence, refunds: amounts.map(sentBack), dispute: undefined },
  })
  const pairs = [own('pi_1', 21_500, [2_500, 19_000]), own('PAYPAL1', 11_900, ofPayPal)]
  const records = { orders: [{ id: orderId }], payments: [], returned: new Set(['pi_1']) }
  const world = { promises: { wishes, ever: [], givenUp: new Set() } }
  return judgeWishes({ world, records, pairs } as unknown as Evidence)
}

it('holds the shop to what it said to be sent back, and to no more than was wanted', () => {
  expect(judge({ wishes: [wish] })).toMatchObject([{ text: 'order_1: 2500 was said to be sent back, and 0 was' }])
  expect(judge({ wishes: [wish], ofPayPal: [2_500] })).toEqual([])
  expect(judge({ wishes: [wish], ofPayPal: [2_500, 2_500] })).toMatchObject([{ invariant: 'sent twice' }])
})

// A part of the card's money that the owner sent back in the provider's pages counted as wanted of PayPal's.
it('asks of what is kept nothing that was wanted of what may not be kept', () => {
  const elsewhere = { ...wish, paymentId: 'pi_1' }
  expect(judge({ wishes: [elsewhere] })).toEqual([])
  expect(judge({ wishes: [elsewhere], ofPayPal: [2_500] })).toMatchObject([{ invariant: 'sent twice' }])
})
