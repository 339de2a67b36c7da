import { type Result, stripeError } from './answer-call'
import { type CardBehaviour, findTestCard } from './cards/test-cards'
import { type Clock, secondsOf } from './clock'
import type { Collections } from './collections'
import type { RefundOutcome } from './failures'
import { createStripeAfterSale } from './stripe-after-sale'
import {
  type FakeError,
  type FakeIntent,
  intentSchema,
  invalid,
  methodSchema,
  missing,
  type NewMethod,
  ok,
  showIntent,
  showMethod,
  unexpected,
} from './stripe-objects'

export type StripeEvent = { type: string; object: Record<string, unknown> }
export type FakeStripeOptions = {
  clock: Clock
  onEvent: (event: StripeEvent) => void
  processingMs: number
  refundOutcome: () => RefundOutcome | undefined
}
export type FakeStripe = ReturnType<typeof createFakeStripe>

const payable = ['requires_payment_method', 'requires_action']

/** Fakes Stripe's documented payment intents; the test card decides. */
export function createFakeStripe(collections: Collections, options: FakeStripeOptions) {
  const { clock, onEvent, processingMs } = options
  const name = () => clock.hex(12)
  const intents = collections.open('stripe intents', intentSchema)
  const methods = collections.open('stripe methods', methodSchema)

  function change(intent: FakeIntent, values: Partial<FakeIntent>, event?: string): FakeIntent {
    const changed = { ...intent, ...values }
    intents.put(intent.id, changed)
    if (event) onEvent({ type: `payment_intent.${event}`, object: showIntent({ ...changed, clientSecret: '' }) })
    return changed
  }

  const charge = (intent: FakeIntent) =>
    change(intent, { status: 'succeeded', charges: intent.charges + 1, chargedAt: secondsOf(clock) }, 'succeeded')

  const refusePayment = (intent: FakeIntent, error: FakeError): Result => {
    const refused = change(intent, { status: 'requires_payment_method', lastError: error }, 'payment_failed')
    return { status: 402, body: { error: { ...error, payment_intent: showIntent(refused) } } }
  }

  const settleLate = (id: string) => clock.after(processingMs, () => decide(id))

  function decide(id: string): void {
    const intent = intents.get(id)
    if (intent?.status !== 'processing') return
    const behaviour = behaviourOf(intent.methodId)
    if (behaviour.type === 'processed_late' && behaviour.succeeds) charge(intent)
    else refusePayment(intent, { type: 'card_error', code: 'card_declined', message: 'The bank refused the payment.' })
  }

  const behaviourOf = (methodId: string | undefined): CardBehaviour =>
    findTestCard(methods.get(methodId ?? '')?.number ?? '')?.behaviour ?? unknownCard

  // Resumes processing after a restart.
  for (const { id, status } of intents.all()) if (status === 'processing') settleLate(id)

  const afterSale = createStripeAfterSale({
    clock,
    intents,
    change,
    emit: (type, object) => onEvent({ type, object }),
    outcome: options.refundOutcome,
  })

  return {
    ...afterSale,
    intents,
    decide,

    createIntent(asked: Pick<FakeIntent, 'amount' | 'currency' | 'description' | 'metadata'>): Result {
      if (asked.amount < 30) return invalid('amount_too_small', 'Amount must be at least £0.30 gbp')
      const id = `pi_${name()}`
      const created = secondsOf(clock)
      const after = { charges: 0, isRefunded: false, refunds: [], disputes: [] }
      const secret = { clientSecret: `${id}_secret_${name()}`, created, ...after }
      const intent: FakeIntent = { id, ...asked, ...secret, status: 'requires_payment_method' }
      intents.put(id, intent)
      return ok(showIntent(intent))
    },

    readIntent(id: string): Result {
      const intent = intents.get(id)
      return intent ? ok(showIntent(intent)) : missing(id)
    },

    cancelIntent(id: string): Result {
      const intent = intents.get(id)
      if (!intent) return missing(id)
      if (!payable.includes(intent.status)) return unexpected(intent)
      return ok(showIntent(change(intent, { status: 'canceled' }, 'canceled')))
    },

    createMethod({ number, ...rest }: NewMethod): Result {
      const digits = number.replace(/\s/g, '')
      const card = findTestCard(digits)
      if (!card)
        return stripeError(402, 'card_error', 'Only the test cards of the sandbox are accepted.', 'card_declined')
      const method = { id: `pm_${name()}`, number: digits, brand: card.brand, last4: digits.slice(-4), ...rest }
      methods.put(method.id, method)
      return ok(showMethod(method))
    },

    confirm(id: string, clientSecret: string, methodId: string): Result {
      const intent = intents.get(id)
      if (!intent || intent.clientSecret !== clientSecret) return missing(id)
      if (!payable.includes(intent.status)) return unexpected(intent)
      const method = methods.get(methodId)
      if (!method) return missing(methodId)
      const behaviour = behaviourOf(methodId)
      const paying = { ...intent, methodId, billing: { name: method.name, email: method.email } }
      if (behaviour.type === 'succeeds') return ok(showIntent(charge(paying)))
      if (behaviour.type === 'asks')
        return ok(showIntent(change(paying, { status: 'requires_action' }, 'requires_action')))
      if (behaviour.type === 'processed_late') {
        settleLate(id)
        return ok(showIntent(change(paying, { status: 'processing' }, 'processing')))
      }
      const { code, declineCode, message } = behaviour
      return refusePayment(paying, {
        type: 'card_error',
        code,
        message,
        ...(declineCode && { decline_code: declineCode }),
      })
    },

    authenticate(id: string, clientSecret: string, isGranted: boolean): Result {
      const intent = intents.get(id)
      if (!intent || intent.clientSecret !== clientSecret) return missing(id)
      if (intent.status !== 'requires_action') return unexpected(intent)
      if (isGranted) return ok(showIntent(charge(intent)))
      const message = 'Your bank did not confirm that it was you. Please try again or use another card.'
      // The type is Stripe's own for this code.
      return refusePayment(intent, {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message,
      })
    },
  }
}

const unknownCard: CardBehaviour = { type: 'declined', code: 'card_declined', message: 'Your card was declined.' }
