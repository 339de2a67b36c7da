import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const
const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/
/** A page elsewhere can make its own name mean this machine; it cannot change the `Host` a browser sends for it. */
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

export type AdminRules = {
  /** Lets its bearer in from anywhere. */
  token?: string | undefined
  /** Then everybody comes from this machine, and only the token tells an operator from a visitor. */
  isBehindProxy?: boolean
}

/**
 * Whether a request comes from whoever runs the site: from this machine without a proxy between, or
 * with the token that was configured for it.
 */
export function isFromAdmin({ headers, socket }: FastifyRequest, { token, isBehindProxy }: AdminRules): boolean {
  if (token !== undefined && isSame(headers.authorization ?? '', `Bearer ${token}`)) return true
  if (isBehindProxy) return false
  const isForwarded = forwarding.some((name) => headers[name] !== undefined)
  return !isForwarded && loopback.test(socket.remoteAddress ?? '') && localHost.test(headers.host ?? '')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
