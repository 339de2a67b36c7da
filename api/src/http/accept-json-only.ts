import type { FastifyInstance } from 'fastify'

const MAX_BODY_BYTES = 32 * 1024

/**
 * JSON bodies up to 32 KB and nothing else: other types get 415, which also stops the forms of other
 * sites. `__proto__` and `constructor` in a body are refused with 400.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, parse)
}
