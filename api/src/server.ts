import Fastify, { LogController } from 'fastify'
import { readConfig } from './config'
import { createApi } from './create-api'
import { refuseExpectations } from './http/refuse-expectations'
import { loggerOptions, requestId } from './logging/logger-options'
import { followLivePrices } from './orders/read-live-prices'

const SHUTDOWN_MS = 10_000
/** A slow or silent client holds a connection for seconds, not for minutes. */
const limits = {
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 8_192 },
}

/** The API by itself, in any number of copies beside one database. */
async function start(): Promise<void> {
  const { port, host, logLevel, siteDir, api: config } = readConfig()
  const { trustedProxies } = config.access
  const app = Fastify({
    logger: loggerOptions(logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    ...limits,
  })
  const prices = followLivePrices(siteDir, (error) => app.log.error({ err: error }, 'the price list cannot be read'))
  await prices.look()
  const api = await createApi(config, { priceList: prices.current, log: app.log })
  refuseExpectations(app.server)
  api.registerMetrics(app)
  await app.register(api.plugin, { prefix: '/api' })
  if (api.sandbox) await app.register(api.sandbox, { prefix: '/sandbox' })

  const stop = async () => {
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    prices.stop()
    await app.close()
    await api.close()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  await app.listen({ port, host })
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
