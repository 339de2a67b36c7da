import { createServer, type RequestListener, type Server } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { Headers } from '@platform/compose/headers/security-headers'
import { requestId } from '@site/api/logging'
import { refuseExpectations } from '@site/api/refuse-expectations'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { limitConnections } from './guard-requests'
import { noPage } from './plain-reply'

type AppOptions = { logger: FastifyServerOptions['logger']; trustedProxies?: string[] }

export function createApp({ logger, trustedProxies }: AppOptions, security: Headers): FastifyInstance {
  const app = Fastify({
    logger: logger ?? false,
    genReqId: requestId,
    trustProxy: trustedProxies?.length ? trustedProxies : false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 32 * 1024,
    routerOptions: { maxParamLength: 200 },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(noPage(security))
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    request.log.debug({ method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
  })
  return app
}

/** Limits slow and silent clients. */
const connectionLimits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 8_192,
}
/** Ends a connection whose reply is not read or not written. */
const STALLED_MS = 30_000

export function createHttpServer(
  handle: RequestListener,
  security: Headers,
  trustedProxies: readonly string[],
): Server {
  const server = createServer(connectionLimits, handle)
  server.setTimeout(STALLED_MS)
  const isTrusted = proxyAddress.compile(['loopback', ...trustedProxies])
  limitConnections(server, (address) => isTrusted(address, 0))
  refuseExpectations(server, noPage(security))
  return server
}
