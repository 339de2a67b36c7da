import type { IncomingMessage } from 'node:http'
import type { PlainReply } from '../http/plain-reply'

/** Sent by a balancer that can ask another origin. Without it an origin out of service goes on serving what it has. */
const HEADER = 'x-in-service'

export const outOfServiceReply: PlainReply = {
  status: 503,
  text: 'This server is out of service; another one answers.',
  headers: { 'retry-after': '1' },
}

export function isGivenAway({ headers }: IncomingMessage, outOfService: string | undefined): boolean {
  return outOfService !== undefined && headers[HEADER] === 'only'
}
