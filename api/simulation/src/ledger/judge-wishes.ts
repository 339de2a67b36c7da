import { keptOf, pendingOf, sentBackOf } from '../books/booked-payment'
import { type Breach, breachIf, type Evidence, type Pair } from './breach'

/** What went back against what people wanted to go back, and what the shop may not keep. */
export function judgeWishes(evidence: Evidence): Breach[] {
  const { world, pairs, records } = evidence
  return records.orders.flatMap(({ id: orderId }): Breach[] => {
    const own = pairs.filter((pair) => pair.orderId === orderId)
    const about = [orderId, ...own.map(({ booked }) => booked.id)]
    // Money that may not be kept goes back whole without anybody's wish.
    const returned = own.filter(({ booked }) => records.returned.has(booked.id))
    const wanted = own.filter((pair) => !returned.includes(pair))
    const sent = wanted.reduce((sum, { booked }) => sum + sentBackOf(booked) + pendingOf(booked), 0)
    const isAboutReturned = (id: string | undefined) => id !== undefined && records.returned.has(id)
    const wishes = world.promises.wishes.filter((wish) => wish.orderId === orderId && !isAboutReturned(wish.paymentId))
    const most = wishes.reduce((sum, { amountPence }) => sum + amountPence, 0)
    const left = wanted.reduce((sum, { booked }) => sum + keptOf(booked) - pendingOf(booked), 0)
    const wasStopped = wanted.some(({ booked }) => booked.dispute || booked.refunds.some((it) => it.hasFailedLate))
    const isLeftOver = left > 0 && !wasStopped && wishes.some((wish) => wish.isWhole && wish.isConfirmed)
    const done = wishes.filter((wish) => wish.isConfirmed && !wish.isWhole)
    const least = done.reduce((sum, { amountPence }) => sum + amountPence, 0)
    const isMissing = sent < least && left > 0 && !wasStopped
    const unwanted = returned.filter((pair) => !mayBeReturned(evidence, pair))
    return [
      ...breachIf(sent > most, 'sent twice', `${orderId}: ${sent} went back, ${most} was wanted`, about),
      ...breachIf(isLeftOver, 'sent back', `${orderId} was to go back whole, and ${left} is kept`, about),
      ...breachIf(isMissing, 'sent back', `${orderId}: ${least} was said to be sent back, and ${sent} was`, about),
      ...unwanted.map(({ booked: { id } }) => {
        const text = `${orderId}: ${id} was sent back, though it was the buyer's only payment and nobody had ended it`
        return { invariant: 'sent twice' as const, text, about }
      }),
    ]
  })
}

/** What cannot be kept: a second payment, and one that its buyer was told is over, or that another attempt has replaced. */
function mayBeReturned({ world, pairs, records }: Evidence, { booked, record, orderId }: Pair): boolean {
  const isSecond = pairs.some(
    (pair) => pair.orderId === orderId && pair.booked !== booked && pair.booked.takenPence > 0,
  )
  const { ever, givenUp } = world.promises
  const isNo = ever.some(({ orderId: of, what }) => of === orderId && what === 'ended')
  const wasEnded = isNo || givenUp.has(orderId ?? '')
  const attempts = records.payments.filter(({ order_id }) => order_id === orderId)
  const isReplaced = attempts.at(-1)?.key !== record?.key
  // Whoever asked to be forgotten has ended what was not paid by then.
  const isErased = records.orders.some(({ id, erased }) => id === orderId && erased)
  return isSecond || wasEnded || isReplaced || isErased || booked.isLate
}
