import { trueNow } from '../world/clock'

/** What somebody was promised. It is a fact from then on, and the end of the history shows whether it was true. */
export type Assurance =
  /** "Nothing is charged": nothing of the order is kept unless its buyer does something more. */
  | 'nothing'
  /** "Nothing can be paid for this order any more": not even by what the buyer does in a window left open. */
  | 'ended'
  /** "Your order is paid." */
  | 'paid'
  /** "We will write to you when it is decided." */
  | 'update'
  /** "We have written to you." */
  | 'mailed'

export type Promised = { orderId: string; what: Assurance; words: string; at: number; isByPage: boolean }
/** What the owner wants once, however often the command for it is given. */
export type Wish = {
  orderId: string
  amountPence: number
  /** Everything that was left was to go back. */
  isWhole: boolean
  /** The shop has said that it is done. */
  isConfirmed: boolean
  /** The provider's name of what was sent back in its pages: it may be a payment that goes back without anybody's wish. */
  paymentId?: string
}

export function createPromises() {
  const given: Promised[] = []
  /** Also what holds no longer. */
  const ever: Promised[] = []
  const wishes: Wish[] = []
  const erased = new Map<string, number>()
  const broken: { orderId: string; text: string }[] = []
  const erasedSince = new Map<string, number>()
  /** When the buyer has last done something more about an order. */
  const actedAt = new Map<string, number>()
  return {
    given,
    ever,
    wishes,
    /** Payments that a page has captured or had captured: what came of it, the page was to say. */
    triedByPage: new Set<string>(),
    /** Orders that somebody wanted to end, whether or not the answer was ever seen. */
    givenUp: new Set<string>(),
    /** What was seen not to hold at the very moment. */
    broken,
    notKept(orderId: string, text: string): void {
      broken.push({ orderId, text })
    },
    /** Whether a page has said so, and nobody has ended the order since. */
    isSaidToBePaid: (orderId: string): boolean =>
      ever.findLast((it) => it.orderId === orderId && (it.what === 'paid' || it.what === 'ended'))?.what === 'paid',
    /** E-mail address → when the shop said that the person is taken out. */
    erased,
    /** E-mail address → when that was first asked for, and not refused: from then on the shop may have had nobody to write to. */
    erasedSince,
    /** `askedAt`: when what is answered was asked. What the buyer has begun since is not meant by it. */
    give(
      orderId: string,
      what: Assurance,
      words: string,
      { isByPage = true, askedAt = trueNow() }: { isByPage?: boolean; askedAt?: number } = {},
    ): void {
      if (what === 'nothing' && (actedAt.get(orderId) ?? 0) > askedAt) return
      const promise = { orderId, what, words, at: trueNow(), isByPage }
      given.push(promise)
      ever.push(promise)
    },
    /** The buyer does something more about the order: what was said before about not being charged holds no longer. */
    withdraw(orderId: string, which: readonly Assurance[]): void {
      if (which.includes('nothing')) actedAt.set(orderId, trueNow())
      for (let index = given.length - 1; index >= 0; index -= 1) {
        const promise = given[index]
        if (promise?.orderId === orderId && which.includes(promise.what)) given.splice(index, 1)
      }
    },
  }
}

export type Promises = ReturnType<typeof createPromises>
