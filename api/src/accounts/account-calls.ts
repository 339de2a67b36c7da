import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error'
import { addressKey } from '../throttle/address-key'
import type { AccountDesk } from './account-services'
import { registerCredentials } from './credential-routes'
import { registerOwnAccount } from './own-account-routes'
import { registerResets } from './reset-routes'

/** All calls of `shared`'s contract `own-account`, to be registered under `/account`. */
export function registerAccountCalls(app: FastifyInstance, desk: AccountDesk): void {
  const { throttles, publicUrl } = desk
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isElsewhere(request, publicUrl)) throw new ApiError(crossSite)
    await throttles.calls(addressKey(request.ip))
  })
  registerOwnAccount(app, desk)
  registerCredentials(app, desk)
  registerResets(app, desk)
}

const crossSite = { status: 403, code: 'cross_site', message: 'Requests from other sites are not accepted.' }

/**
 * Whether a page of another origin asks, by what its browser says: stricter than for other calls, since no page but ours has a
 * reason to, whatever headers it sends. Before `Sec-Fetch-Site` (Safari until 16.4) `Origin` tells.
 */
function isElsewhere({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  return origin !== undefined && origin !== publicUrl && origin.replace(/^https?:\/\//, '') !== host
}
