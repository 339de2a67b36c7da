import type { Random } from '@platform/base/testing/random'
import { pence } from '@site/shared/money'
import type { World } from '../create-world'
import { between, streamOf } from '../world/actors'
import { HOUR, MINUTE, sleep, trueNow } from '../world/clock'
import { note } from '../world/trace'

const outcomes = ['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'RESOLVED_BUYER_FAVOUR', 'ACCEPTED'] as const
/** Share of sent refunds that come back, in plans with refund trouble. */
const COMES_BACK = 0.1

export async function keepBanks(world: World): Promise<void> {
  const random = streamOf(world.plan.seed, 'banks')
  const seen = new Set<string>()
  while (trueNow() < world.healsAt) {
    await sleep(between(random, 20 * MINUTE, 2 * HOUR))
    moveRefunds(world, random, seen)
    moveDisputes(world, random, seen)
  }
}

/** Only Stripe's sent refunds come back. */
function listMovable({ sandbox: { stripe, payPal } }: World) {
  const byCard = stripe.intents.all().flatMap(({ refunds }) => refunds)
  const byWallet = payPal.orders.all().flatMap(({ refunds }) => refunds)
  return [
    ...byCard
      .filter(({ status }) => ['pending', 'requires_action', 'succeeded'].includes(status))
      .map(({ id, status }) => ({
        id,
        isPending: status !== 'succeeded',
        settle: (isSent: boolean) => stripe.settleRefund(id, isSent ? 'succeeded' : 'failed'),
      })),
    ...byWallet
      .filter(({ status }) => status === 'PENDING')
      .map(({ id }) => ({
        id,
        isPending: true,
        settle: (isSent: boolean) => payPal.settleRefund(id, isSent ? 'COMPLETED' : 'FAILED'),
      })),
  ]
}

export function endRefunds(world: World): void {
  for (const { isPending, settle } of listMovable(world)) if (isPending) settle(true)
}

function moveRefunds(world: World, random: Random, seen: Set<string>): void {
  const next = (id: string, isPending: boolean): 'sent' | 'failed' | undefined => {
    if (isPending) return random.chance(0.3) ? random.pick(['sent', 'failed']) : undefined
    if (seen.has(id)) return undefined
    seen.add(id)
    return random.chance(world.plan.refundTrouble * COMES_BACK) ? 'failed' : undefined
  }
  for (const { id, isPending, settle } of listMovable(world)) {
    const to = next(id, isPending)
    if (!to) continue
    note(`refund ${id} is ${to}`)
    settle(to === 'sent')
  }
}

function moveDisputes({ plan, sandbox: { stripe, payPal } }: World, random: Random, seen: Set<string>): void {
  const isDisputed = (id: string) => {
    if (seen.has(id)) return false
    seen.add(id)
    return random.chance(plan.disputes)
  }
  for (const { id, amount, charges, refunds, disputes } of stripe.intents.all()) {
    const left = amount - refunds.reduce((sum, it) => sum + it.amount, 0)
    if (charges > 0 && left > 0 && isDisputed(id)) {
      note(`the buyer disputes ${id}`)
      stripe.dispute(id, { amount: left, isInquiry: random.chance(0.2) })
    }
    for (const dispute of disputes.filter(({ status }) => status === 'needs_response')) {
      if (!random.chance(0.2)) continue
      const status = random.pick(['won', 'lost'] as const)
      note(`the dispute of ${id} is ${status}`)
      stripe.closeDispute(dispute.id, status)
    }
  }
  for (const { id, captures, refunds, disputes } of payPal.orders.all()) {
    const [capture] = captures.filter(({ status }) => status === 'COMPLETED')
    if (capture && refunds.length === 0 && isDisputed(id)) {
      note(`the buyer disputes ${id}`)
      payPal.dispute(capture.id, random.chance(0.3) ? pence(4_000) : undefined)
    }
    for (const dispute of disputes) {
      if (!random.chance(0.2)) continue
      if (dispute.status === 'RESOLVED') {
        if (dispute.outcome !== 'RESOLVED_BUYER_FAVOUR' || seen.has(dispute.id)) continue
        seen.add(dispute.id)
        payPal.escalateDispute(dispute.id)
        continue
      }
      if (dispute.status !== 'UNDER_REVIEW' && random.chance(0.3)) {
        payPal.escalateDispute(dispute.id)
        continue
      }
      const outcome = random.pick(outcomes)
      note(`the dispute of ${id} ends: ${outcome}`)
      payPal.resolveDispute(dispute.id, outcome)
    }
  }
}
