import type { IncomingMessage } from 'node:http'
import type { PlainReply } from '../http/plain-reply'

/**
 * A balancer that can ask another origin says so with this header. Without it an origin that is out of service goes on
 * serving what it has: something that is out of date is better than nothing.
 */
const HEADER = 'x-in-service'

export const outOfServiceReply: PlainReply = {
  status: 503,
  text: 'This server is out of service; another one answers.',
  headers: { 'retry-after': '1' },
}

/** Whether a request is left to the other origins. */
export function isGivenAway({ headers }: IncomingMessage, outOfService: string | undefined): boolean {
  return outOfService !== undefined && headers[HEADER] === 'only'
}
