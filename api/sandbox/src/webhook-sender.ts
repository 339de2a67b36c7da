import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { type Clock, isoOf, realClock, secondsOf } from './clock'
import type { Failures, Provider } from './failures'
import type { PayPalEvent } from './fake-paypal'
import type { StripeEvent } from './fake-stripe'

export type PostWebhook = (provider: Provider, body: string, headers: Record<string, string>) => Promise<number>

export type WebhookKeys = { stripeSecret: string; payPalWebhookId: string; payPalSecret: string }

const FIRST_DELAY_MS = 100
const HOUR_MS = 3_600_000
/** Both providers retry for three days with growing back-off. */
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 600_000, ...[1, 3, 6, 12, 24, 24].map((hours) => hours * HOUR_MS)]

export function createWebhookSender(clock: Clock, keys: WebhookKeys, failures: Failures, post: PostWebhook) {
  let isClosed = false

  function send(provider: Provider, type: string, body: string, sign: () => Record<string, string>): void {
    const failure = failures.webhook?.({ provider, type })
    if (failure?.isDropped) return
    for (let copy = 0; copy < (failure?.times ?? 1); copy += 1) {
      after(failure?.delayMs ?? FIRST_DELAY_MS, () => deliver(provider, body, sign, RETRY_DELAYS_MS))
    }
  }

  async function deliver(
    provider: Provider,
    body: string,
    sign: () => Record<string, string>,
    [delay, ...later]: readonly number[],
  ): Promise<void> {
    const status = await post(provider, body, { 'content-type': 'application/json', ...sign() }).catch(() => 0)
    if (status !== 200 && delay !== undefined) after(delay, () => deliver(provider, body, sign, later))
  }

  function after(delayMs: number, work: () => Promise<void>): void {
    clock.after(delayMs, () => {
      if (!isClosed) void work()
    })
  }

  return {
    sendStripe({ type, object }: StripeEvent): void {
      const event = {
        id: `evt_${clock.hex(12)}`,
        object: 'event',
        created: secondsOf(clock),
        livemode: false,
        type,
        data: { object },
      }
      const body = JSON.stringify(event)
      send('stripe', type, body, () => ({ 'stripe-signature': signStripe(body, keys.stripeSecret, secondsOf(clock)) }))
    },

    sendPayPal({ type, resource }: PayPalEvent): void {
      const event = { id: `WH-${clock.hex(12)}`, event_type: type, resource }
      send('paypal', type, JSON.stringify(event), () => signPayPal(event, keys, clock))
    },

    close(): void {
      isClosed = true
    },
  }
}

/** Signs time and body with the endpoint's secret, as Stripe does. */
export function signStripe(payload: string, secret: string, timestamp = secondsOf(realClock)): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
}

/** Makes PayPal's headers; only the fake provider checks this signature. */
export function signPayPal(event: unknown, keys: WebhookKeys, clock = realClock): Record<string, string> {
  const id = clock.hex(16)
  const time = isoOf(clock)
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.sandbox.paypal.com/cert.pem',
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': payPalSignature(keys, id, time, event),
  }
}

export function payPalSignature(keys: WebhookKeys, id: string, time: string, event: unknown): string {
  const text = [id, time, keys.payPalWebhookId, JSON.stringify(event)].join('|')
  return createHmac('sha256', keys.payPalSecret).update(text).digest('base64')
}
