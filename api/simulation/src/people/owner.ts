import type { Random } from '@platform/base/testing/random'
import { AdminRefusal, type Operation } from '@site/api/testing/driven-parts'
import { has } from '../plan'
import { query } from '../shop/database'
import type { SimulatedWorld } from '../simulated-world'
import { doAs } from '../world/actors'
import { HOUR, MINUTE, SECOND, sleep, trueNow } from '../world/clock'
import { between, streamOf } from '../world/random'
import { note, reach } from '../world/trace'

/** What the shop answered to a command: a sentence, a refusal, or nothing because it was lost. */
export type CommandReply = { kind: 'done' | 'refused' | 'lost'; text: string; result: unknown }

const person = { actor: 'owner', reason: 'simulated' }
/** Nobody looks longer at a terminal that says nothing. */
const PATIENCE = 40 * SECOND

/** Gives one command to a server of the shop. */
export async function command(world: SimulatedWorld, operation: Operation): Promise<CommandReply> {
  const server = world.shop.anyServer()
  if (!server) return { kind: 'lost', text: 'no server', result: undefined }
  const { actor, calls } = server
  const work = doAs(actor, () => calls.command(operation))
  try {
    const patience = sleep(PATIENCE).then(() => undefined)
    const result = await Promise.race([world.shop.untilDeath(actor, work), patience])
    if (result === undefined) return { kind: 'lost', text: 'no answer', result }
    const random = streamOf(world.plan.seed, `answer to ${operation.do} at ${trueNow()}`)
    if (random.chance(world.trouble.network.failureRate)) return { kind: 'lost', text: 'the answer is lost', result }
    return { kind: 'done', text: typeof result === 'string' ? result : '', result }
  } catch (error) {
    if (error instanceof AdminRefusal) return { kind: 'refused', text: error.message, result: undefined }
    return { kind: 'lost', text: String(error), result: undefined }
  }
}

type Row = { id: string; state: string; amount: number }

/** The shop's owner: refunds, wishes given again after a lost answer, refunds by hand, orders confirmed, cancelled and erased. */
export async function own(world: SimulatedWorld): Promise<void> {
  const random = streamOf(world.plan.seed, 'owner')
  while (trueNow() < world.healsAt) {
    await sleep(between(random, HOUR / 6, 2 * HOUR) * world.plan.rarity)
    const orders = await query<Row>('select id, state, amount_pence as amount from orders order by id')
    const [first, ...others] = orders
    if (!first) continue
    const order = random.pick([first, ...others])
    const isSold = order.state === 'paid' || order.state === 'needs_attention'
    const deed = random.pick([
      'refund',
      'refund',
      'refund',
      'by hand',
      'by hand',
      'confirm',
      'confirm',
      'cancel',
      'cancel',
      'resend',
      'resend',
    ] as const)
    if (deed === 'refund' && isSold && has(world.plan, 'refunds')) await refund(world, random, order)
    if (deed === 'by hand' && isSold && has(world.plan, 'refunds')) refundByHand(world, random, order)
    // Now and then somebody confirms what nobody has to decide about, or has a mail sent again that never was.
    if (deed === 'confirm' && (order.state === 'needs_attention' || random.chance(0.6)))
      await say(world, { do: 'confirm', orderId: order.id, ...person })
    if (deed === 'cancel' && order.state !== 'paid') await say(world, { do: 'cancel', orderId: order.id, ...person })
    if (deed === 'resend' && (order.state === 'paid' || random.chance(0.2)))
      await say(world, { do: 'resend-mail', orderId: order.id, ...person })
  }
}

async function say(world: SimulatedWorld, operation: Operation): Promise<CommandReply> {
  const reply = await command(world, operation)
  const about = 'orderId' in operation ? ` ${operation.orderId}` : ''
  note(`the owner: ${operation.do}${about} → ${reply.kind}: ${reply.text}`)
  reach(`owner: ${operation.do} ${reply.kind}`)
  if (operation.do === 'confirm' && reply.kind !== 'refused') world.confirmedByOwner.add(operation.orderId)
  // Whoever had no answer looks at the order.
  if (operation.do === 'cancel' && (reply.kind === 'done' || (await isCancelled(operation.orderId)))) {
    world.promises.withdraw(operation.orderId, ['update'])
    world.promises.give(operation.orderId, 'ended', 'the owner cancelled it')
  }
  return reply
}

async function isCancelled(orderId: string): Promise<boolean> {
  const [row] = await query<{ state: string }>(`select state from orders where id = '${orderId}'`)
  return row?.state === 'cancelled'
}

/** One wish; the same command is given again until the shop has answered that it is done, or cannot be. */
async function refund(world: SimulatedWorld, random: Random, order: Row): Promise<void> {
  const isWhole = random.chance(0.35)
  const amountPence = isWhole ? undefined : random.pick([1_000, 2_500, 5_000])
  const { wishes } = world.promises
  const again = amountPence ? await countRefunds(order.id, amountPence) : 0
  const wish = { orderId: order.id, amountPence: amountPence ?? order.amount, isWhole, isConfirmed: false }
  wishes.push(wish)
  if (again > 0) reach('owner: the same amount once more')
  const asked = { do: 'refund', orderId: order.id, ...person, ...(amountPence && { amountPence }) }
  const operation = { ...asked, ...(again > 0 && { again }) } as Operation
  for (let given = 0; given < 4; given += 1) {
    const reply = await say(world, operation)
    if (reply.kind === 'done') {
      wish.isConfirmed = true
      return
    }
    const isKept = /under way|at this moment|The request is kept/.test(reply.text)
    if (reply.kind === 'refused' && !isKept) {
      // Nothing of it was ever taken on.
      if (given === 0) wishes.splice(wishes.indexOf(wish), 1)
      return
    }
    if (given > 0) reach('owner: the same command again')
    if (random.chance(0.1)) refundByHand(world, random, order, wish.amountPence)
    await sleep(random.pick([10 * SECOND, 30 * SECOND, 30 * SECOND, 20 * MINUTE, 5 * HOUR, 26 * HOUR]))
  }
}

/** What the shop shows of the order: a new wish for the same amount says how many there are. */
async function countRefunds(orderId: string, amountPence: number): Promise<number> {
  const rows = await query<{ id: number }>(
    `select id from refunds where order_id = '${orderId}' and amount_pence = ${amountPence} and state <> 'failed'`,
  )
  return rows.length
}

function refundByHand(
  { stripe, payPal, promises }: SimulatedWorld,
  random: Random,
  order: Row,
  amountPence = random.chance(0.4) ? order.amount : random.pick([1_000, 2_500]),
): void {
  const ofOrder = (reference: string | undefined) => reference?.startsWith(`${order.id}:`) === true
  const isDone =
    [...stripe.intents.values()].some(
      ({ id, metadata }) => ofOrder(metadata.payment) && stripe.refundByHand(id, amountPence),
    ) ||
    [...payPal.orders.values()].some(({ id, customId }) => ofOrder(customId) && payPal.refundByHand(id, amountPence))
  if (!isDone) return
  note(`the owner sends ${amountPence} of ${order.id} back in the provider's pages`)
  promises.wishes.push({ orderId: order.id, amountPence, isWhole: false, isConfirmed: true })
}

/** People who ask to be forgotten, while they buy or after. */
export async function erasePeople(world: SimulatedWorld): Promise<void> {
  const random = streamOf(world.plan.seed, 'erasures')
  while (trueNow() < world.healsAt) {
    await sleep(between(random, 2 * HOUR, 18 * HOUR) * world.plan.rarity)
    const email = `buyer${between(random, 1, world.plan.buyers + 1)}@example.com`
    if (await erase(world, email)) world.promises.erased.set(email, trueNow())
  }
}

/** Asked for again while nobody knows whether it was done. */
async function erase(world: SimulatedWorld, email: string): Promise<boolean> {
  const { erasedSince } = world.promises
  const since = trueNow()
  for (let given = 0; given < 3; given += 1) {
    const reply = await say(world, { do: 'erase', email, ...person })
    // Of a lost answer nobody knows; of somebody the shop does not know nothing was taken out.
    if (reply.kind !== 'refused' && !erasedSince.has(email)) erasedSince.set(email, since)
    if (reply.kind !== 'lost') return reply.kind === 'done'
    await sleep(20 * MINUTE)
  }
  return false
}
