import type { FastifyInstance } from 'fastify'

/** One line for each call of the API, and its id in the reply, for whoever asks about it. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async ({ log, method, routeOptions }, reply) => {
    const { url: route = 'none' } = routeOptions
    log.info({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'api call')
  })
}
