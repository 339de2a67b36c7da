import { trueNow } from '../world/clock'

/** `failed`: nothing is charged unless the buyer acts again. `ended`: the order can no longer be paid. */
export type Assurance = 'failed' | 'ended' | 'paid' | 'processing' | 'mailed'
export type Statement = { orderId: string; what: Assurance; words: string; at: number }

export type RefundRequest = {
  orderId: string
  amountPence: number
  isWhole: boolean
  isDone: boolean
  paymentId?: string
}

export function createStatements() {
  let standing: Statement[] = []
  const ever: Statement[] = []
  const refundRequests: RefundRequest[] = []
  const broken: { orderId: string; text: string }[] = []
  const actedAt = new Map<string, number>()
  return {
    standing: () => standing,
    ever,
    refundRequests,
    broken,
    givenUp: new Set<string>(),
    breakNow: (orderId: string, text: string) => broken.push({ orderId, text }),
    isSaidToBePaid: (orderId: string): boolean =>
      ever.findLast((it) => it.orderId === orderId && (it.what === 'paid' || it.what === 'ended'))?.what === 'paid',
    /** `askedAt`: the answer does not cover later actions of the buyer. */
    give(orderId: string, what: Assurance, words: string, askedAt = trueNow()): void {
      if (what === 'failed' && (actedAt.get(orderId) ?? 0) > askedAt) return
      const statement = { orderId, what, words, at: trueNow() }
      standing.push(statement)
      ever.push(statement)
    },
    /** A new action of the buyer withdraws "not charged". */
    act(orderId: string, isNewPayment = false): void {
      actedAt.set(orderId, trueNow())
      const ends = (what: Assurance) => what === 'failed' || (isNewPayment && what === 'ended')
      standing = standing.filter((it) => it.orderId !== orderId || !ends(it.what))
    },
  }
}
