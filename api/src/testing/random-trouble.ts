import type { Random } from '@platform/base/testing/random'
import type { Provider } from '@site/providers/provider'
import type { FailureKind } from '@site/sandbox/failures'
import type { TestApi } from './test-api'

/** For a while one provider does the same to everybody, as with an outage or a key that was changed. */
export type Episode = { provider: Provider; how: FailureKind } | undefined

/** Lets providers and webhooks fail now and then, and all of one provider's calls during an episode. */
export function makeTrouble(test: TestApi, { chance, pick }: Random, episode: () => Episode): void {
  test.failures.call = ({ provider }) => {
    const now = episode()
    if (now?.provider === provider) return { when: 'before', how: now.how }
    if (!chance(0.12)) return undefined
    const how = pick<FailureKind>(['error', 'drop', 'missing', 'garbled', 'unauthorised'])
    return { when: pick(['before', 'after']), how, delayMs: pick([0, 0, 30]) }
  }
  test.failures.webhook = () => ({
    isDropped: chance(0.4),
    times: pick([1, 1, 2, 3]),
    delayMs: pick([0, 5, 200]),
  })
}

/** Money that was taken and not sent back, by the order it was taken for. */
export function chargesByOrder({ stripe, payPal }: TestApi['fakeProviders']): Map<string, number> {
  const charges = new Map<string, number>()
  const add = (orderId: string | undefined, count: number) => {
    if (orderId && count > 0) charges.set(orderId, (charges.get(orderId) ?? 0) + count)
  }
  for (const { metadata, charges: count, isRefunded } of stripe.intents.all()) {
    add(metadata.order, count - (isRefunded ? 1 : 0))
  }
  for (const { unit, captures, isRefunded } of payPal.orders.all()) {
    const isTaken = captures.some(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    // The shop's number and the attempt after it.
    add(unit.invoice_id?.split(':')[0], isTaken && !isRefunded ? 1 : 0)
  }
  return charges
}
