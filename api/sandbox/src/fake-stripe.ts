import { randomBytes } from 'node:crypto'
import type { Result } from './answer-call'
import { type CardBehaviour, findTestCard } from './cards/test-cards'
import type { Collections } from './collections'
import {
  type FakeError,
  type FakeIntent,
  intentSchema,
  methodSchema,
  refundedOf,
  showIntent,
  showMethod,
} from './stripe-objects'

export type NewMethod = { number: string; expMonth: number; expYear: number; name: string; email: string }
export type StripeEvent = { type: string; intent: FakeIntent }
export type FakeStripeOptions = { onEvent: (event: StripeEvent) => void; processingMs?: number }
export type FakeStripe = ReturnType<typeof createFakeStripe>

const PROCESSING_MS = 3_000
const payable = ['requires_payment_method', 'requires_action']

/** Stripe's payment intents, as documented, without the bank: the test card decides. */
export function createFakeStripe(collections: Collections, options: FakeStripeOptions) {
  const { onEvent, processingMs = PROCESSING_MS } = options
  const intents = collections.open('stripe intents', intentSchema)
  const methods = collections.open('stripe methods', methodSchema)

  function change(intent: FakeIntent, values: Partial<FakeIntent>, event?: string): FakeIntent {
    const changed = { ...intent, ...values }
    intents.put(intent.id, changed)
    if (event) onEvent({ type: event.includes('.') ? event : `payment_intent.${event}`, intent: changed })
    return changed
  }

  const charge = (intent: FakeIntent) =>
    change(intent, { status: 'succeeded', charges: intent.charges + 1 }, 'succeeded')

  const refusePayment = (intent: FakeIntent, error: FakeError): Result => {
    const refused = change(intent, { status: 'requires_payment_method', lastError: error }, 'payment_failed')
    return { status: 402, body: { error: { ...error, payment_intent: showIntent(refused) } } }
  }

  function settleLate(id: string): void {
    const timer = setTimeout(() => {
      const intent = intents.get(id)
      if (intent?.status !== 'processing') return
      const behaviour = behaviourOf(intent.methodId)
      if (behaviour.type === 'processed_late' && behaviour.succeeds) charge(intent)
      else
        refusePayment(intent, { type: 'card_error', code: 'card_declined', message: 'The bank refused the payment.' })
    }, processingMs)
    timer.unref()
  }

  const behaviourOf = (methodId: string | undefined): CardBehaviour =>
    findTestCard(methods.get(methodId ?? '')?.number ?? '')?.behaviour ?? unknownCard

  // What was being processed when the process ended goes on.
  for (const { id, status } of intents.all()) if (status === 'processing') settleLate(id)

  return {
    intents,

    createIntent(asked: Pick<FakeIntent, 'amount' | 'currency' | 'description' | 'metadata'>): Result {
      if (asked.amount < 30) return invalid('amount_too_small', 'Amount must be at least £0.30 gbp')
      const id = `pi_${name()}`
      const created = Math.floor(Date.now() / 1_000)
      const secret = { clientSecret: `${id}_secret_${name()}`, created, charges: 0, isRefunded: false }
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

    /** `amount` in pence; absent: all that is left. */
    refund(id: string, amount?: number): Result {
      const intent = intents.get(id)
      if (!intent) return missing(id)
      if (intent.status !== 'succeeded') return unexpected(intent)
      const left = intent.amount - refundedOf(intent)
      if (left === 0) return invalid('charge_already_refunded', 'The charge has already been refunded.')
      const back = amount ?? left
      if (back > left) return invalid('amount_too_large', 'The refund is larger than what is left of the charge.')
      const refunded = { refundedPence: refundedOf(intent) + back, isRefunded: back === left }
      change(intent, refunded, 'charge.refunded')
      return ok({ id: `re_${name()}`, object: 'refund', amount: back, status: 'succeeded', payment_intent: id })
    },

    createMethod({ number, ...rest }: NewMethod): Result {
      const digits = number.replace(/\s/g, '')
      const card = findTestCard(digits)
      if (!card) return refusedCard('Only the test cards of the sandbox are accepted.')
      const method = { id: `pm_${name()}`, number: digits, brand: card.brand, last4: digits.slice(-4), ...rest }
      methods.put(method.id, method)
      return ok(showMethod(method))
    },

    /** What the buyer's browser does with the secret it was given. */
    confirm(id: string, clientSecret: string, methodId: string): Result {
      const intent = intents.get(id)
      if (!intent || intent.clientSecret !== clientSecret) return missing(id)
      if (!payable.includes(intent.status)) return unexpected(intent)
      if (!methods.get(methodId)) return missing(methodId)
      const behaviour = behaviourOf(methodId)
      const paying = { ...intent, methodId }
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

    /** The buyer answers the bank's question. */
    authenticate(id: string, clientSecret: string, isGranted: boolean): Result {
      const intent = intents.get(id)
      if (!intent || intent.clientSecret !== clientSecret) return missing(id)
      if (intent.status !== 'requires_action') return unexpected(intent)
      if (isGranted) return ok(showIntent(charge(intent)))
      const message = 'Your bank did not confirm that it was you. Please try again or use another card.'
      return refusePayment(intent, { type: 'card_error', code: 'payment_intent_authentication_failure', message })
    },
  }
}

const unknownCard: CardBehaviour = { type: 'declined', code: 'card_declined', message: 'Your card was declined.' }

function name(): string {
  return randomBytes(12).toString('hex')
}

function ok(body: unknown): Result {
  return { status: 200, body }
}

function missing(id: string): Result {
  return {
    status: 404,
    body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: `There is no ${id}` } },
  }
}

function invalid(code: string, message: string): Result {
  return { status: 400, body: { error: { type: 'invalid_request_error', code, message } } }
}

function refusedCard(message: string): Result {
  return { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message } } }
}

function unexpected(intent: FakeIntent): Result {
  const message = `The payment intent has the status ${intent.status}`
  const code = 'payment_intent_unexpected_state'
  return {
    status: 400,
    body: { error: { type: 'invalid_request_error', code, message, payment_intent: showIntent(intent) } },
  }
}
