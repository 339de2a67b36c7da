import type { ErrorReply } from '@site/shared/contracts/errors'
import type { FastifyInstance } from 'fastify'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])
const foreign: ErrorReply = {
  success: false,
  message: 'Requests from other sites are not accepted.',
  code: 'cross_site',
}

/**
 * A page of another site may not act for our visitor. Browsers name the asking site in
 * `Sec-Fetch-Site`; `X-Requested-With` cannot be sent across sites without our consent.
 */
export function refuseForeignPages(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const site = request.headers['sec-fetch-site']
    const isForeign = site === 'cross-site' || site === 'same-site'
    if (safe.has(request.method) || !isForeign || request.headers['x-requested-with']) return
    return reply.status(403).send(foreign)
  })
}
