import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from '@site/api/address-key'
import { badRequest, type SendPlain, unknownHost } from './plain-reply'

/** Most connections of an IPv4 address or IPv6 /64; an office has a hundred browsers. */
export const MOST_CONNECTIONS = 512
/** Requests sent in a row without reading a reply; browsers send none. */
export const MOST_PIPELINED = 16

/** A browser may use it instead of the public address. */
export const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
/** Balancers and monitors ask a server by its own address. */
const OPERATIONS: readonly string[] = ['/healthz', '/servez', '/readyz', '/metrics']

type Guarded = { sendPlain: SendPlain; publicUrls: () => readonly (string | undefined)[] }

/** Answers for the site's public address and this machine's loopback names only. */
export function guardRequests(handle: RequestListener, { sendPlain, publicUrls }: Guarded): RequestListener {
  const pipelined = new WeakMap<Socket, number>()

  function isFlood({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // Node gives a reply its socket when all before it are sent.
    const count = response.socket ? 0 : (pipelined.get(socket) ?? 0) + 1
    if (count > 0 || pipelined.has(socket)) pipelined.set(socket, count)
    return count > MOST_PIPELINED
  }

  function isKnown(host: string): boolean {
    return publicUrls().some((url) => url?.endsWith(`//${host.toLowerCase()}`)) || LOOPBACK.test(host)
  }

  return (request, response) => {
    const { host } = request.headers
    if (isFlood(request, response)) request.socket.destroy()
    else if ((request.headersDistinct.host?.length ?? 0) > 1) sendPlain(badRequest, request, response)
    else if (host !== undefined && !isKnown(host) && !OPERATIONS.includes(request.url ?? ''))
      sendPlain(unknownHost, request, response)
    else handle(request, response)
  }
}

/** @param isTrusted the machine itself and its proxies, which carry many visitors */
export function limitConnections(server: Server, isTrusted: (address: string) => boolean): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket
    if (isTrusted(remoteAddress)) return
    const key = addressKey(remoteAddress)
    const count = (counts.get(key) ?? 0) + 1
    if (count > MOST_CONNECTIONS) {
      socket.destroy()
      return
    }
    counts.set(key, count)
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    })
  })
}
