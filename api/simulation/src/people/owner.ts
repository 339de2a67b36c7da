import type { Random } from '@platform/base/testing/random'
import { AdminRefusal, type Operation } from '@site/api/testing/driven-parts'
import { pence } from '@site/shared/money'
import type { World } from '../create-world'
import { keptOf, readBooks, refundedOf } from '../providers/books'
import { query } from '../shop/database'
import { doAs, streamOf } from '../world/actors'
import { HOUR, MINUTE, SECOND, sleep, trueNow } from '../world/clock'
import { note } from '../world/trace'

type Row = { id: string; state: string; amount: number }
type CommandReply = { kind: 'done' | 'refused' | 'lost'; text: string; result: unknown }

const person = { actor: 'owner', reason: 'simulated' }
const PATIENCE = 40 * SECOND

export async function own(world: World): Promise<void> {
  for (const { seed, afterMs } of world.plan.deeds) {
    await sleep(afterMs)
    if (trueNow() > world.healsAt) return
    const random = streamOf(seed, 'owner')
    const orders = await query<Row>('select id, state, amount_pence as amount from orders order by id')
    const [first, ...others] = orders
    if (!first) continue
    const order = random.pick([first, ...others])
    const isSold = order.state === 'paid' || order.state === 'needs_attention'
    const deed = random.pick(['refund', 'refund', 'by hand', 'confirm', 'cancel'] as const)
    if (deed === 'refund' && isSold) await refund(world, random, order)
    if (deed === 'by hand' && isSold) refundByHand(world, random, order)
    if (deed === 'confirm') {
      const { kind } = await say(world, { do: 'confirm', orderId: order.id, ...person })
      if (kind !== 'refused') world.confirmed.add(order.id)
    }
    if (deed === 'cancel' && !isSold) {
      world.statements.givenUp.add(order.id)
      const { kind } = await say(world, { do: 'cancel', orderId: order.id, ...person })
      if (kind === 'done') world.statements.give(order.id, 'ended', 'the owner cancelled it')
    }
  }
}

async function refund(world: World, random: Random, order: Row): Promise<void> {
  const isWhole = random.chance(0.4)
  const amountPence = isWhole ? undefined : random.pick([1_000, 2_500, 5_000])
  const again = amountPence ? await countRefunds(order.id, amountPence) : 0
  const request = { orderId: order.id, amountPence: amountPence ?? order.amount, isWhole, isDone: false }
  world.statements.refundRequests.push(request)
  const operation = {
    ...{ do: 'refund', orderId: order.id, ...person },
    ...(amountPence && { amountPence }),
    ...(again > 0 && { again }),
  } as Operation
  for (let given = 0; given < 4; given += 1) {
    const { kind, text } = await say(world, operation)
    if (kind === 'done') request.isDone = true
    if (kind === 'done') return
    const isKept = /under way|at this moment|The request is kept/.test(text)
    if (kind === 'refused' && !isKept) {
      if (given === 0) world.statements.refundRequests.splice(world.statements.refundRequests.indexOf(request), 1)
      return
    }
    await sleep(random.pick([10 * SECOND, 30 * SECOND, 20 * MINUTE, 5 * HOUR]))
  }
}

/** Counts such refunds, as a second request for the same amount must name the count. */
async function countRefunds(orderId: string, amountPence: number): Promise<number> {
  const rows = await query(
    `select id from refunds where order_id = '${orderId}' and amount_pence = ${amountPence} and state <> 'failed'`,
  )
  return rows.length
}

function refundByHand({ sandbox, statements }: World, random: Random, order: Row): void {
  const { stripe, payPal } = sandbox
  const paid = readBooks(sandbox).find((it) => it.orderId === order.id && keptOf(it) - refundedOf(it, 'pending') > 0)
  if (!paid) return
  const left = keptOf(paid) - refundedOf(paid, 'pending')
  const amountPence = Math.min(left, random.pick([1_000, 2_500, order.amount]))
  const capture = payPal.orders.get(paid.id)?.captures.find(({ status }) => status !== 'DECLINED')
  const { status } =
    paid.provider === 'stripe'
      ? stripe.refund(paid.id, { amount: amountPence })
      : payPal.refund(capture?.id ?? '', pence(amountPence))
  if (status >= 300) return
  note(`the owner sends ${amountPence} of ${order.id} back in the provider's pages`)
  statements.refundRequests.push({ orderId: order.id, amountPence, isWhole: false, isDone: true, paymentId: paid.id })
}

export async function command({ shop, plan, trouble }: World, operation: Operation): Promise<CommandReply> {
  const server = shop.anyServer()
  if (!server) return { kind: 'lost', text: 'no server', result: undefined }
  try {
    const work = doAs(server.actor, () => server.calls.command(operation))
    const result = await Promise.race([shop.untilDeath(server.actor, work), sleep(PATIENCE).then(() => undefined)])
    const random = streamOf(plan.seed, `answer to ${operation.do} at ${trueNow()}`)
    const isLost = !trouble.providers.isOver && random.chance(plan.callFailures)
    if (result === undefined || isLost) return { kind: 'lost', text: 'no answer', result }
    return { kind: 'done', text: typeof result === 'string' ? result : '', result }
  } catch (error) {
    if (error instanceof AdminRefusal) return { kind: 'refused', text: error.message, result: undefined }
    return { kind: 'lost', text: String(error), result: undefined }
  }
}

export async function say(world: World, operation: Operation): Promise<CommandReply> {
  const reply = await command(world, operation)
  const about = 'orderId' in operation ? operation.orderId : ''
  note(`the owner: ${operation.do} ${about} → ${reply.kind}: ${reply.text}`)
  return reply
}
