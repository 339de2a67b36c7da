import { has } from '../plan'
import { query } from '../shop/database'
import type { SimulatedWorld } from '../simulated-world'
import { HOUR, MINUTE, sleep, trueNow } from '../world/clock'
import { between, streamOf } from '../world/random'
import { person, say } from './command'
import { type Row, refund, refundByHand } from './owner-refunds'

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

/** Whoever is asked for the money back through PayPal may send all of it there, in place of an answer. */
export async function answerDisputes(world: SimulatedWorld): Promise<void> {
  const random = streamOf(world.plan.seed, 'answers to disputes')
  const seen = new Set<string>()
  while (trueNow() < world.healsAt) {
    await sleep(HOUR / 2)
    for (const { dispute, customId } of world.payPal.orders.values()) {
      if (dispute?.status !== 'OPEN' || seen.has(dispute.id)) continue
      seen.add(dispute.id)
      const [id] = customId?.split(':') ?? []
      const { amountPence: amount } = dispute
      if (id && random.chance(0.4)) refundByHand(world, random, { id, state: 'needs_attention', amount }, amount)
    }
  }
}
