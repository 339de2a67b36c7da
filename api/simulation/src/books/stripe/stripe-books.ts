import type { Random } from '@platform/base/testing/random'
import { sleep, trueNow } from '../../world/clock'
import { note, reach } from '../../world/trace'
import { type BookLine, balanceOf } from '../book-line'
import type { BookedPayment } from '../booked-payment'
import type { Habits } from '../habits'
import type { Announce } from '../webhooks'
import { createStripeAfterSale } from './stripe-after-sale'
import { bookLine, type Payout, showBalance, showPayout } from './stripe-balance'
import { bookStripe } from './stripe-entry'
import { type Intent, refundedOf, showIntent } from './stripe-objects'

export type StripeBooks = ReturnType<typeof createStripeBooks>
export type Card = 'good' | 'declined' | 'asks' | 'slow' | 'slow fails'

const declined = { code: 'card_declined', message: 'Your card was declined.' }

/** Stripe's own record of every payment, and all that can happen to one there without the shop. */
export function createStripeBooks(random: Random, habits: Habits, announce: Announce) {
  const intents = new Map<string, Intent>()
  const payouts: Payout[] = []
  let made = 0
  const nextId = (prefix: string) => `${prefix}_${String(++made).padStart(4, '0')}`
  const announceIntent = (intent: Intent, type: string) => announce(type, showIntent(intent, false), intent.id)

  const { dispute, refund } = createStripeAfterSale(random, habits, announce, nextId)

  function take(intent: Intent): void {
    Object.assign(intent, { status: 'succeeded', chargedAt: trueNow(), lastError: undefined })
    note(`Stripe takes ${intent.amount} for ${intent.id}`)
    reach('Stripe takes money')
    announceIntent(intent, 'payment_intent.succeeded')
    if (random.chance(habits.disputes)) void dispute(intent)
  }

  /** A card whose bank decides later. */
  async function decideLater(intent: Intent, succeeds: boolean): Promise<void> {
    intent.status = 'processing'
    announceIntent(intent, 'payment_intent.processing')
    await sleep(habits.bankMs)
    if (intent.status !== 'processing') return
    if (succeeds) return take(intent)
    Object.assign(intent, { status: 'requires_payment_method', lastError: declined })
    intent.refusedLateAt.push(trueNow())
    note(`the bank refuses ${intent.id} late`)
    reach('a bank refuses late')
    announceIntent(intent, 'payment_intent.payment_failed')
  }

  const movements = () => [
    ...[...intents.values()].filter(({ chargedAt }) => chargedAt !== undefined).flatMap(showBalance),
    ...payouts.map(showPayout),
  ]
  const lines = (): BookLine[] => movements().map(bookLine)

  return {
    intents,
    /** Every line of the account's balance, as Stripe shows it. */
    movements,
    lines,
    nextId,
    announceIntent,
    refund,

    create(amount: number, currency: string, description: string, metadata: Record<string, string>): Intent {
      const id = nextId('pi')
      const clientSecret = `${id}_secret_${Math.floor(random.uniform() * 1e9).toString(36)}`
      const lists = { refunds: [], triedAt: [], refusedLateAt: [] }
      const fresh = { ...lists, chargedAt: undefined, lastError: undefined, dispute: undefined }
      const status = 'requires_payment_method' as const
      const intent: Intent = {
        id,
        clientSecret,
        amount,
        currency,
        description,
        metadata,
        status,
        created: trueNow(),
        ...fresh,
      }
      intents.set(id, intent)
      return intent
    },

    /** What Stripe's script in the buyer's browser does. @returns the status the page sees. */
    confirm(secret: string, card: Card): Intent['status'] | 'refused' {
      const intent = intents.get(secret.split('_secret_')[0] ?? '')
      if (!intent || intent.clientSecret !== secret) return 'refused'
      if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') return intent.status
      intent.triedAt.push(trueNow())
      if (card === 'good') take(intent)
      else if (card === 'asks') intent.status = 'requires_action'
      else if (card === 'slow' || card === 'slow fails') void decideLater(intent, card === 'slow')
      else {
        Object.assign(intent, { status: 'requires_payment_method', lastError: declined })
        announceIntent(intent, 'payment_intent.payment_failed')
      }
      return intent.status
    },

    /** The bank's question (3-D Secure) is answered. */
    authenticate(secret: string, isRight: boolean): Intent['status'] | 'refused' {
      const intent = intents.get(secret.split('_secret_')[0] ?? '')
      if (intent?.status !== 'requires_action') return intent?.status ?? 'refused'
      if (isRight) take(intent)
      else intent.status = 'requires_payment_method'
      return intent.status
    },

    /** In Stripe's own pages, by the owner. */
    refundByHand(id: string, amount: number): boolean {
      const intent = intents.get(id)
      if (intent?.chargedAt === undefined || intent.dispute) return false
      if (amount > intent.amount - refundedOf(intent)) return false
      reach('Stripe: a refund by hand')
      refund(intent, amount, 'dashboard')
      return true
    },

    /** All that is there goes to the shop's bank. */
    payOut(): void {
      const amountPence = balanceOf(lines())
      if (amountPence <= 0) return
      payouts.push({ id: nextId('po'), amountPence, at: trueNow() })
      note(`Stripe pays ${amountPence} out`)
      reach('Stripe: a payout')
    },

    list: (): BookedPayment[] => [...intents.values()].map(bookStripe),
  }
}
