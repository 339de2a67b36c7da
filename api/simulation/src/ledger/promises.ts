import { trueNow } from '../world/clock'

/**
 * What a buyer was told. `failed`: nothing is charged, unless the buyer does something more. `ended`: nothing can be
 * paid for this order any more. `paid`. `processing`: we will write to you. `mailed`: we have written to you.
 */
export type Assurance = 'failed' | 'ended' | 'paid' | 'processing' | 'mailed'
export type Promised = { orderId: string; what: Assurance; words: string; at: number }

/** What the owner wants once, however often the command is given. */
export type Wish = {
  orderId: string
  amountPence: number
  isWhole: boolean
  /** The shop has said that it is done. */
  isDone: boolean
  /** The payment at the provider, where it was sent back there. */
  paymentId?: string
}

/** Everything that somebody was promised or wants, as facts that the end of the history is compared with. */
export function createPromises() {
  let standing: Promised[] = []
  const ever: Promised[] = []
  const wishes: Wish[] = []
  const broken: { orderId: string; text: string }[] = []
  /** When the buyer has last done something about an order. */
  const actedAt = new Map<string, number>()
  return {
    /** What still holds. */
    standing: () => standing,
    /** With what holds no longer. */
    ever,
    wishes,
    /** What did not hold at that moment. */
    broken,
    /** Orders that somebody wanted to end, whether or not the answer came. */
    givenUp: new Set<string>(),
    breakNow: (orderId: string, text: string) => broken.push({ orderId, text }),
    isSaidToBePaid: (orderId: string): boolean =>
      ever.findLast((it) => it.orderId === orderId && (it.what === 'paid' || it.what === 'ended'))?.what === 'paid',
    /** `askedAt`: what the buyer has done since is not meant by the answer. */
    give(orderId: string, what: Assurance, words: string, askedAt = trueNow()): void {
      if (what === 'failed' && (actedAt.get(orderId) ?? 0) > askedAt) return
      const promise = { orderId, what, words, at: trueNow() }
      standing.push(promise)
      ever.push(promise)
    },
    /** The buyer does something more: what was said about not being charged holds no longer. */
    act(orderId: string, isNewPayment = false): void {
      actedAt.set(orderId, trueNow())
      const ends = (what: Assurance) => what === 'failed' || (isNewPayment && what === 'ended')
      standing = standing.filter((it) => it.orderId !== orderId || !ends(it.what))
    },
  }
}

export type Promises = ReturnType<typeof createPromises>
