import type { BookedPayment } from './books/booked-payment'
import type { Habits } from './books/habits'
import type { PayPalBooks } from './books/paypal/paypal-books'
import type { StripeBooks } from './books/stripe/stripe-books'
import type { createWebhooks, SigningKeys, WebhookTrouble } from './books/webhooks'
import type { Promises } from './ledger/promises'
import type { NetworkTrouble } from './network/network'
import type { Person } from './people/person'
import type { Plan } from './plan'
import type { createMailServer, MailTrouble } from './shop/mail-server'
import type { PriceBoard } from './shop/price-board'
import type { Shop } from './shop/servers'

/** All that one history has, for whoever acts in it and whoever judges it. */
export type SimulatedWorld = {
  plan: Plan
  shop: Shop
  stripe: StripeBooks
  payPal: PayPalBooks
  habits: Habits
  webhooks: ReturnType<typeof createWebhooks>
  mailServer: ReturnType<typeof createMailServer>
  promises: Promises
  people: Person[]
  /** When a page of the order last called the shop. */
  lastCalls: Map<string, number>
  /** Held orders that the owner has let through, as far as the owner knows. */
  confirmedByOwner: Set<string>
  prices: PriceBoard
  trouble: { network: NetworkTrouble; mail: MailTrouble; webhooks: WebhookTrouble }
  /** What the providers sign their webhooks with at the moment. */
  keysAtProviders: SigningKeys
  /** Nothing has gone wrong so far at servers, database and network: then everything can be known. */
  isCalm: () => boolean
  /** When trouble ends, by the true clock. */
  healsAt: number
  /** What no rule of the ledger is needed to see, such as an answer with 500. */
  problems: string[]
}

export function bookedPayments({ stripe, payPal }: Pick<SimulatedWorld, 'stripe' | 'payPal'>): BookedPayment[] {
  return [...stripe.list(), ...payPal.list()]
}
