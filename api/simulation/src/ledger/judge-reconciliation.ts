import { sentBackOf } from '../books/booked-payment'
import type { Breach, Evidence } from './breach'

/** Reconciling names every payment that differs, and none that does not. */
export function judgeReconciliation({ pairs }: Evidence, sentences: readonly string[]): Breach[] {
  const differing = pairs.filter(({ booked, record }) => {
    if (!record) return booked.takenPence > 0
    const isTaken = booked.takenPence > 0
    return isTaken && ((record.taken ?? 0) !== booked.takenPence || record.refunded !== sentBackOf(booked))
  })
  const names = (text: string, { orderId, booked }: (typeof pairs)[number]) =>
    (orderId !== undefined && text.includes(orderId)) ||
    text.includes(booked.id) ||
    (booked.chargeId !== undefined && text.includes(booked.chargeId))
  const missed = differing
    .filter((pair) => !sentences.some((text) => names(text, pair)))
    .map((pair): Breach => {
      const text = `reconciling does not name ${pair.booked.id} of ${pair.orderId}, which differs`
      return { invariant: 'reconciliation', text, about: [pair.orderId ?? '', pair.booked.id] }
    })
  const invented = sentences
    .filter((text) => !differing.some((pair) => names(text, pair)))
    .map((text): Breach => {
      const about = pairs
        .filter((pair) => names(text, pair))
        .flatMap(({ booked, orderId }) => [booked.id, orderId ?? ''])
      return { invariant: 'reconciliation', text: `reconciling says, and it is not so: ${text}`, about }
    })
  return [...missed, ...invented]
}
