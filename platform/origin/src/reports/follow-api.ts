/** Counts what the API's own answers say of the pages that asked: an error, or that a payment was begun. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isFromOwnPage } from './same-site'
import type { VisitLedger } from './visits'

/** The calls that begin a payment (`shared/src/contracts/calls.ts`). */
const BEGINNINGS = ['/api/payments/create-payment-intent', '/api/payments/paypal-create-order']
const FIRST_ERROR = 500
const FIRST_REFUSAL = 300

export function followApi(
  app: FastifyInstance,
  visits: VisitLedger,
  compositionFor: (cookies: string | undefined) => number | undefined,
): void {
  app.addHook('onResponse', async (request, { statusCode }) => {
    if (!request.url.startsWith('/api/') || !isFromOwnPage(request)) return
    const isBegun = BEGINNINGS.includes(request.url) && statusCode < FIRST_REFUSAL
    const composition = namedBy(request) ?? compositionFor(request.headers.cookie)
    if (composition === undefined) return
    if (statusCode >= FIRST_ERROR) visits.reported(composition, request.ip, 'apiFailed')
    else if (isBegun) visits.reported(composition, request.ip, 'payment')
  })
}

/** Calls that begin a payment say which page they come from; others are made by whatever the visitor's cookie shows. */
function namedBy({ body }: FastifyRequest): number | undefined {
  const { composition } = (typeof body === 'object' && body !== null ? body : {}) as { composition?: unknown }
  return typeof composition === 'number' ? composition : undefined
}
