import type { Provider, ReadEvent } from '@site/providers/gateway'
import type { FastifyPluginAsync } from 'fastify'
import { registerAccountCalls, registerAccounts } from './accounts/account-routes'
import { type AccountServices, createAccountContext } from './accounts/account-services'
import { registerBookings } from './bookings/booking-routes'
import type { PaymentLimits } from './config/read'
import type { Database } from './database/database'
import { frameApi } from './http/api-frame'
import { limitProviderCalls } from './payments/limit-provider-calls'
import { registerPayments } from './payments/payment-routes'
import type { PaymentServices } from './payments/shared/payment-services'
import { registerWebhooks } from './payments/webhook-routes'

export type ApiServices = {
  database: Database
  payments: PaymentServices
  eventReaders: Readonly<Record<Provider, ReadEvent>>
  paymentLimits: PaymentLimits
  accounts: AccountServices
}

export function buildApi(services?: ApiServices): FastifyPluginAsync {
  return async (app) => {
    await frameApi(app)
    if (!services) {
      app.get('/health', () => ({ success: true, status: 'ok' }))
      return
    }
    const { database, payments, eventReaders, paymentLimits, accounts } = services
    const limits = limitProviderCalls(database, paymentLimits)
    app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
      const isReady = (await database.isReady()) && (await payments.hasDiskSpace())
      return reply.status(isReady ? 200 : 503).send({ success: isReady, status: isReady ? 'ok' : 'unavailable' })
    })
    const context = createAccountContext(accounts)
    await app.register(async (routes) => registerAccounts(routes, context), { prefix: '/auth' })
    await app.register(async (routes) => registerAccountCalls(routes, context), { prefix: '/account' })
    await app.register(async (routes) => registerBookings(routes, accounts), { prefix: '/orders' })
    await app.register(async (routes) => registerPayments(routes, payments, limits), { prefix: '/payments' })
    await app.register(async (routes) => registerWebhooks(routes, payments, eventReaders, limits), {
      prefix: '/payments/webhooks',
    })
  }
}
