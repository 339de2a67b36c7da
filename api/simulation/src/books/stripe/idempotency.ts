import type { ProviderReply } from '../../network/provider-call'
import { DAY, trueNow } from '../../world/clock'
import { reach } from '../../world/trace'

/** "You can remove keys from the system automatically after they're at least 24 hours old" (docs.stripe.com/api/idempotent_requests). */
const KEPT_FOR = DAY

type Kept = { at: number; reply: ProviderReply; parameters: string }

/**
 * Stripe's idempotency: the first answer to a key is saved with its status, failures of its own included, and is given again
 * whatever happened since; other parameters with the same key are refused; a day later the key is forgotten.
 */
export function createIdempotency() {
  const kept = new Map<string, Kept>()
  return (key: string, parameters: string, work: () => ProviderReply): ProviderReply => {
    const earlier = kept.get(key)
    const isRemembered = earlier !== undefined && trueNow() - earlier.at < KEPT_FOR
    if (earlier && !isRemembered) reach('an idempotency key is forgotten and used again')
    if (!isRemembered) {
      const reply = work()
      // What cannot even begin is not saved: it may be asked again with the same key.
      if (reply.status !== 404 && reply.status !== 400) kept.set(key, { at: trueNow(), reply, parameters })
      return reply
    }
    if (earlier.parameters !== parameters) {
      return {
        status: 400,
        body: { error: { type: 'idempotency_error', message: 'The key was used for another request' } },
      }
    }
    reach(earlier.reply.status >= 500 ? 'a saved failure is given again' : 'a saved answer is given again')
    return earlier.reply
  }
}
