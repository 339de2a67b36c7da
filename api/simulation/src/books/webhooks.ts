import { createHmac } from 'node:crypto'
import type { Random } from '@platform/base/testing/random'
import type { ProviderName } from '../network/network'
import { doAs } from '../world/actors'
import { HOUR, MINUTE, SECOND, sleep, trueNow } from '../world/clock'
import { note, reach } from '../world/trace'

/** Delivers to whichever server answers. @returns the status, 0 when there was no answer. */
export type PostWebhook = (provider: ProviderName, body: string, headers: Record<string, string>) => Promise<number>
/** Announces that something has happened; `about` is the payment's id. */
export type Announce = (type: string, object: unknown, about: string) => void
export type WebhookTrouble = {
  /** How often an event is never sent. */
  neverRate: number
  /** What the shop's endpoint does not ask for is never sent. */
  unasked: Kind
  isUnruly: boolean
}
export type SigningKeys = { stripe: string; payPalWebhookId: string }

/** Both providers try for days, ever more seldom. */
const AGAIN_AFTER = [MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]

/** Kinds of events, by both providers' names for them. */
export const kinds = {
  refunds: /^(?:charge\.refund|refund\.|PAYMENT\.REFUND|PAYMENT\.CAPTURE\.REFUNDED)/,
  disputes: /^(?:charge\.dispute|CUSTOMER\.DISPUTE)/,
  payments: /^(?:payment_intent|CHECKOUT|PAYMENT\.CAPTURE\.(?:COMPLETED|PENDING|DECLINED|DENIED))/,
  disputeEnds: /^(?:charge\.dispute|CUSTOMER\.DISPUTE|PAYMENT\.CAPTURE\.REVERSED)/,
  nothing: /^$/,
} as const
export type Kind = keyof typeof kinds

type Event = { id: string; about: string; type: string; at: number; deliveredAt: number | undefined }

/** The providers' webhooks: signed, late, twice, out of order or never, until the shop has taken them. */
export function createWebhooks(random: Random, trouble: WebhookTrouble, keys: SigningKeys, post: PostWebhook) {
  const events: Event[] = []
  const sent = new Set<string>()

  async function deliver(
    provider: ProviderName,
    id: string,
    type: string,
    event: object,
    record: Event,
  ): Promise<void> {
    if (kinds[trouble.unasked].test(type)) return reach(`webhook: ${trouble.unasked} are not asked for`)
    if (trouble.neverRate > 0 && random.chance(trouble.neverRate)) {
      note(`${provider} never sends ${type} about ${record.about}`)
      reach('webhook: never sent')
      return
    }
    const copies = trouble.isUnruly ? random.pick([1, 1, 2, 3]) : 1
    const firstMs = trouble.isUnruly ? random.pick([0, 0, 5 * SECOND, MINUTE, HOUR, 9 * HOUR]) : SECOND
    if (copies > 1) reach('webhook: sent twice')
    if (firstMs >= HOUR) reach('webhook: late')
    await Promise.all(Array.from({ length: copies }, () => tryUntilTaken(provider, id, type, event, record, firstMs)))
  }

  async function tryUntilTaken(
    provider: ProviderName,
    id: string,
    type: string,
    event: object,
    record: Event,
    firstMs: number,
  ): Promise<void> {
    for (const waitMs of [firstMs, ...AGAIN_AFTER]) {
      await sleep(waitMs)
      const body = JSON.stringify(event)
      const status = await post(provider, body, sign(provider, id, body))
      note(`${provider} sends ${type} about ${record.about} → ${status || 'no answer'}`)
      if (status === 200) {
        record.deliveredAt ??= trueNow()
        return
      }
      reach('webhook: not taken')
    }
    reach('webhook: given up by the provider')
  }

  function sign(provider: ProviderName, id: string, body: string): Record<string, string> {
    const seconds = Math.floor(trueNow() / 1_000)
    if (provider === 'stripe') {
      const signature = createHmac('sha256', keys.stripe).update(`${seconds}.${body}`).digest('hex')
      return { 'stripe-signature': `t=${seconds},v1=${signature}` }
    }
    sent.add(`${keys.payPalWebhookId} ${id}`)
    return {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/cert',
      'paypal-transmission-id': id,
      'paypal-transmission-sig': 'signature',
      'paypal-transmission-time': new Date(trueNow()).toISOString(),
    }
  }

  function announce(provider: ProviderName, type: string, object: unknown, about: string): void {
    const id = `${provider === 'stripe' ? 'evt_' : 'WH-'}${events.length + 1}`
    const record: Event = { id, about, type, at: trueNow(), deliveredAt: undefined }
    events.push(record)
    const created = Math.floor(trueNow() / 1_000)
    const event =
      provider === 'stripe'
        ? { id, object: 'event', api_version: '2026-01-01', created, livemode: false, type, data: { object } }
        : { id, event_type: type, create_time: new Date(trueNow()).toISOString(), resource: object }
    void doAs(undefined, () => deliver(provider, id, type, event, record))
  }

  return {
    announce,
    /** PayPal's own check of a signature: it sent this, to that webhook. */
    isSigned(request: unknown): boolean {
      const { webhook_id: hook, transmission_id: id } = request as Record<string, string>
      return sent.has(`${hook} ${id}`)
    },
    /**
     * Whether the shop was sent, and has taken, any event about the payment since it happened; of `kind`, where that
     * matters, and none of `givenUp`, by their ids.
     */
    hasAnnounced: (about: string, since: number, kind = /./, givenUp: ReadonlySet<string> = new Set()): boolean =>
      events.some(
        ({ id, about: it, type, at, deliveredAt }) =>
          it === about && at >= since && deliveredAt !== undefined && kind.test(type) && !givenUp.has(id),
      ),
  }
}
