import { calmHabits, pickHabits } from './books/habits'
import { createPayPalBooks } from './books/paypal/paypal-books'
import { createPayPalServer } from './books/paypal/paypal-server'
import { createStripeBooks } from './books/stripe/stripe-books'
import { createStripeServer } from './books/stripe/stripe-server'
import { createWebhooks } from './books/webhooks'
import { createPromises } from './ledger/promises'
import { createFetch } from './network/network'
import { drawRates, has, type Plan } from './plan'
import { emptyDatabase } from './shop/database'
import { createMailServer } from './shop/mail-server'
import { createPriceBoard } from './shop/price-board'
import { createShop } from './shop/servers'
import type { SimulatedWorld } from './simulated-world'
import { type TroubleState, troubleDatabase } from './trouble'
import { DAY, trueNow } from './world/clock'
import { streamOf } from './world/random'

/** Everything a history begins with; servers are opened in it. */
export async function createWorld(plan: Plan): Promise<{ world: SimulatedWorld; state: TroubleState }> {
  const rates = drawRates(plan)
  const stream = (name: string) => streamOf(plan.seed, name)
  const drawn = pickHabits(stream('habits'))
  const habits = {
    ...drawn,
    ...(!has(plan, 'declines') && { captureDeclines: 0 }),
    ...(!has(plan, 'disputes') && { disputes: calmHabits.disputes }),
    ...(!has(plan, 'refund-trouble') && { refundTrouble: calmHabits.refundTrouble }),
  }
  const state: TroubleState = { isOver: false, hasBegun: rates.call > 0 || rates.commit > 0 }
  const trouble: SimulatedWorld['trouble'] = {
    network: { failureRate: rates.call, outage: undefined },
    mail: { failureRate: rates.mail, isAway: false },
    webhooks: { neverRate: rates.webhookNever, isUnruly: rates.unrulyWebhooks, unasked: rates.unasked },
  }
  const keysAtProviders = { stripe: 'whsec_first', payPalWebhookId: 'WEBHOOK-1' }
  const problems: string[] = []
  const prices = createPriceBoard()
  const mailServer = createMailServer(stream('mail server'), trouble.mail)
  await emptyDatabase()
  const onError = (problem: string) => problems.push(problem)
  const shop = createShop({
    plan,
    keys: keysAtProviders,
    mailServer,
    prices,
    onError,
  })
  const webhooks = createWebhooks(
    stream('webhooks'),
    trouble.webhooks,
    keysAtProviders,
    async (provider, body, headers) => {
      const reply = await shop.post(`webhooks/${provider}`, body, { 'content-type': 'application/json', ...headers })
      return reply.status
    },
  )
  const stripe = createStripeBooks(stream('stripe'), habits, (...event) => webhooks.announce('stripe', ...event))
  const payPal = createPayPalBooks(
    { random: stream('paypal'), decisions: stream('decisions of paypal') },
    habits,
    (...event) => webhooks.announce('paypal', ...event),
    onError,
  )
  const servers = { stripe: createStripeServer(stripe), paypal: createPayPalServer(payPal, webhooks.isSigned) }
  globalThis.fetch = createFetch(servers, stream('network'), trouble.network) as typeof fetch
  troubleDatabase(plan, rates, () => shop, state)
  const healsAt = trueNow() + plan.days * DAY
  const fresh = { promises: createPromises(), people: [], lastCalls: new Map(), confirmedByOwner: new Set<string>() }
  const parts = {
    plan,
    shop,
    stripe,
    payPal,
    habits,
    webhooks,
    mailServer,
    prices,
    trouble,
    healsAt,
    problems,
    keysAtProviders,
    isCalm: () => !state.hasBegun,
  }
  return { world: { ...parts, ...fresh }, state }
}
