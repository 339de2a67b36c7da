import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

export type VisitorAddress = {
  /** The same for the same address; made of what is there, since it is asked for with each document. */
  sourceOf: (request: IncomingMessage) => string
  addressOf: (request: IncomingMessage) => string
}

/** @param trustedProxies addresses whose `X-Forwarded-For` is believed */
export function visitorAddress(trustedProxies: readonly string[] = []): VisitorAddress {
  const remote = (request: IncomingMessage) => request.socket.remoteAddress ?? ''
  if (trustedProxies.length === 0) return { sourceOf: remote, addressOf: remote }
  const isTrusted = proxyAddress.compile([...trustedProxies])
  return {
    sourceOf: (request) => `${remote(request)} ${request.headers['x-forwarded-for'] ?? ''}`,
    addressOf: (request) => proxyAddress(request, isTrusted),
  }
}
