import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { maskSecrets } from '@platform/base/errors/mask-secrets'
import type { FastifyServerOptions } from 'fastify'

type Stream = { write: (line: string) => void }

export function loggerOptions(level: string, stream?: Stream) {
  return {
    level,
    hooks: { streamWrite: maskSecrets },
    ...(stream && { stream }),
  } satisfies FastifyServerOptions['logger']
}

const REQUEST_ID = /^[\w-]{8,64}$/

/** Takes the proxy's request id, so that both logs correlate, or a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}
