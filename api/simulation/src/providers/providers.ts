import type { Random } from '@platform/base/testing/random'
import { type Clock, createSandbox, type Failures, type PostWebhook, type Sandbox } from '@site/sandbox'
import type { outages, Plan, Provider } from '../plan'
import { bytesOf, doAs, streamOf } from '../world/actors'
import { HOUR, MINUTE, SECOND, sleep, trueNow } from '../world/clock'
import { note } from '../world/trace'

type Outage = { provider: Provider; how: (typeof outages)[number] }
type Failure = NonNullable<ReturnType<NonNullable<Failures['call']>>>

export type ProviderTrouble = { outage: Outage | undefined; isOver: boolean }

/** Lost answers are drawn most often: they leave the outcome unknown. */
const failures: [Failure, ...Failure[]] = [
  { how: 'drop' },
  { how: 'drop', when: 'after' },
  { how: 'drop', when: 'after' },
  { how: 'error', when: 'before' },
  { how: 'error', when: 'after' },
  { how: 'error', when: 'after' },
  { how: 'hang', when: 'before' },
  { how: 'hang', when: 'after' },
  { how: 'unauthorised', when: 'before' },
  { how: 'missing', when: 'before' },
  { how: 'busy', when: 'before' },
  { how: 'garbled', when: 'after' },
]
const LATE: readonly [number, ...number[]] = [40 * SECOND, 90 * SECOND, 10 * MINUTE]
/** Issues of a capture (Orders API v2); `DECLINED` is a 201 with a declined capture. */
const refusals: readonly [string, ...string[]] = [
  'INSTRUMENT_DECLINED',
  'INSTRUMENT_DECLINED',
  'DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'COMPLIANCE_VIOLATION',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
]
const WEBHOOK_DELAYS: readonly [number, ...number[]] = [0, 0, 5 * SECOND, MINUTE, HOUR, 9 * HOUR]

export async function createProviders(plan: Plan, trouble: ProviderTrouble, post: PostWebhook): Promise<Sandbox> {
  const random = streamOf(plan.seed, 'providers')
  const bytes = streamOf(plan.seed, 'ids of the providers')
  const clock: Clock = {
    now: trueNow,
    after: (ms, work) =>
      void doAs(undefined, async () => {
        await sleep(ms)
        work()
      }),
    hex: (count) => bytesOf(bytes, count).toString('hex'),
  }
  return createSandbox({
    clock,
    failures: createFailures(plan, trouble, random),
    processingMs: plan.bankMs,
    post: async (provider, body, headers) => {
      const status = await post(provider, body, headers)
      note(`${provider} sends ${/"(?:type|event_type)":"([\w.]+)"/.exec(body)?.[1]} → ${status || 'no answer'}`)
      return status
    },
    log: { warn: () => {} },
  })
}

function createFailures(plan: Plan, trouble: ProviderTrouble, random: Random): Failures {
  return {
    call({ provider, action }) {
      if (trouble.isOver) return undefined
      const { outage } = trouble
      if (outage?.provider === provider) return failOf(outage)
      if (!random.chance(plan.callFailures)) return undefined
      // With an idempotency key, a late call is carried out all the same.
      if ((action === 'create' || action === 'refund') && random.chance(0.2)) {
        return { how: 'drop', when: 'after', delayMs: random.pick(LATE) }
      }
      return random.pick(failures)
    },
    webhook() {
      if (trouble.isOver) return undefined
      if (random.chance(plan.webhooks.lost)) return { isDropped: true }
      if (!plan.webhooks.isUnruly) return undefined
      const delayMs = random.pick(WEBHOOK_DELAYS)
      const times = random.pick([1, 1, 2, 3])
      return { times, delayMs }
    },
    capture(orderId) {
      if (!random.chance(plan.declines)) return undefined
      const refusal = random.pick(refusals)
      note(`PayPal declines the capture of ${orderId}: ${refusal}`)
      return refusal
    },
    refund(provider) {
      if (trouble.isOver || !random.chance(plan.refundTrouble)) return 'sent'
      return random.pick(['pending', 'pending', 'failed', provider === 'stripe' ? 'canceled' : 'pending'])
    },
  }
}

function failOf({ how }: Outage): Failure {
  return how === 'error after' ? { how: 'error', when: 'after' } : { how, when: how === 'garbled' ? 'after' : 'before' }
}
