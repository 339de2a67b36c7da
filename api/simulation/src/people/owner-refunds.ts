import type { Random } from '@platform/base/testing/random'
import type { Operation } from '@site/api/testing/driven-parts'
import { query } from '../shop/database'
import { bookedPayments, type SimulatedWorld } from '../simulated-world'
import { HOUR, MINUTE, SECOND, sleep } from '../world/clock'
import { between } from '../world/random'
import { note, reach } from '../world/trace'
import { person, say } from './command'

/** An order as the owner sees it. */
export type Row = { id: string; state: string; amount: number }

/** One wish; the same command is given again until the shop has answered that it is done, or cannot be. */
export async function refund(world: SimulatedWorld, random: Random, order: Row): Promise<void> {
  const isWhole = random.chance(0.35)
  const amountPence = isWhole ? undefined : random.pick([1_000, 2_500, 5_000])
  const { wishes } = world.promises
  const again = amountPence ? await countRefunds(order.id, amountPence) : 0
  const wish = { orderId: order.id, amountPence: amountPence ?? order.amount, isWhole, isConfirmed: false }
  wishes.push(wish)
  if (again > 0) reach('owner: the same amount once more')
  const asked = { do: 'refund', orderId: order.id, ...person, ...(amountPence && { amountPence }) }
  const operation = { ...asked, ...(again > 0 && { again }) } as Operation
  const before = askedOf(world, order, amountPence)
  for (let given = 0; given < 4; given += 1) {
    if (random.chance(0.25)) void sleep(between(random, 0, SECOND / 2)).then(() => refundByHand(world, random, order))
    const wasWanted = await isUnfinished(order.id, amountPence)
    const reply = await say(world, operation)
    if (reply.kind === 'done') {
      wish.isConfirmed = true
      return
    }
    // What was refused has not been sent: not by this command, nor by one before whose answer was lost.
    if (
      again === 0 &&
      amountPence &&
      /^The provider refused/.test(reply.text) &&
      askedOf(world, order, amountPence) > before
    )
      world.promises.notKept(order.id, 'a refund was said to be refused, and it was sent')
    const isKept = /under way|at this moment|The request is kept/.test(reply.text)
    if (reply.kind === 'refused' && !isKept) {
      const isNews = /To send one more|pence are left/.test(reply.text)
      if (isNews && given > 0 && wasWanted && (await isUnfinished(order.id, amountPence)))
        world.promises.notKept(order.id, `the same command was not known again: ${reply.text}`)
      // Nothing of it was ever taken on.
      if (given === 0) wishes.splice(wishes.indexOf(wish), 1)
      return
    }
    if (given > 0) reach('owner: the same command again')
    if (random.chance(0.1)) refundByHand(world, random, order, wish.amountPence)
    await sleep(random.pick([10 * SECOND, 30 * SECOND, 30 * SECOND, 20 * MINUTE, 5 * HOUR, 26 * HOUR]))
  }
}

/** How many refunds of the order, of this amount, the shop has had the providers make. */
function askedOf(world: SimulatedWorld, { id }: Row, amountPence: number | undefined): number {
  return bookedPayments(world)
    .filter(({ reference }) => reference?.startsWith(`${id}:`))
    .flatMap(({ refunds }) =>
      refunds.filter((it) => it.origin === 'shop' && it.state !== 'failed' && it.amountPence === amountPence),
    ).length
}

/** Whether such a refund is wanted, and has not been made yet. */
async function isUnfinished(orderId: string, amountPence: number | undefined): Promise<boolean> {
  const isMeant = amountPence === undefined ? '' : `and amount_pence = ${amountPence}`
  const rows = await query<{ id: number }>(
    `select id from refunds where order_id = '${orderId}' and state = 'requested' and origin = 'admin' ${isMeant}`,
  )
  return rows.length > 0
}

/** What the shop shows of the order: a new wish for the same amount says how many there are. */
async function countRefunds(orderId: string, amountPence: number): Promise<number> {
  const rows = await query<{ id: number }>(
    `select id from refunds where order_id = '${orderId}' and amount_pence = ${amountPence} and state <> 'failed'`,
  )
  return rows.length
}

export function refundByHand(
  { stripe, payPal, promises }: SimulatedWorld,
  random: Random,
  order: Row,
  amountPence = random.chance(0.4) ? order.amount : random.pick([1_000, 2_500]),
): void {
  const ofOrder = (reference: string | undefined) => reference?.startsWith(`${order.id}:`) === true
  const paid = [
    ...[...stripe.intents.values()].filter(({ metadata }) => ofOrder(metadata.payment)),
    ...[...payPal.orders.values()].filter(({ customId }) => ofOrder(customId)),
  ]
  const sent = paid.find(({ id }) => stripe.refundByHand(id, amountPence) || payPal.refundByHand(id, amountPence))
  if (!sent) return
  note(`the owner sends ${amountPence} of ${order.id} back in the provider's pages`)
  promises.wishes.push({ orderId: order.id, amountPence, isWhole: false, isConfirmed: true, paymentId: sent.id })
}
