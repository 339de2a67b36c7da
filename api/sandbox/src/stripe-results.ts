import type { Result } from './answer-call'
import { type FakeIntent, showIntent } from './stripe-objects'

export const ok = (body: unknown): Result => ({ status: 200, body })

export function missing(id: string): Result {
  return {
    status: 404,
    body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: `There is no ${id}` } },
  }
}

export function invalid(code: string, message: string): Result {
  return { status: 400, body: { error: { type: 'invalid_request_error', code, message } } }
}

export function refusedCard(message: string): Result {
  return { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message } } }
}

export function unexpected(intent: FakeIntent): Result {
  const message = `The payment intent has the status ${intent.status}`
  const code = 'payment_intent_unexpected_state'
  return {
    status: 400,
    body: { error: { type: 'invalid_request_error', code, message, payment_intent: showIntent(intent) } },
  }
}
