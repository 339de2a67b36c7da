import swagger from '@fastify/swagger'
import { type ErrorReply, errorReplySchema } from '@site/shared/contracts/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyTypeProvider } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { isUnavailable } from '../database/database-error'
import { ApiError, type Refusal } from '../errors/api-error'

declare module 'fastify' {
  interface FastifyContextConfig {
    whenUnavailable?: Refusal
  }
}

export interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

export function answering<B, R>(tag: string, body: B, reply: R) {
  const response = { 200: reply, '4xx': errorReplySchema, '5xx': errorReplySchema }
  return { schema: { tags: [tag], body, response } }
}

const MAX_BODY_BYTES = 32 * 1024

export async function frameApi(app: FastifyInstance): Promise<void> {
  acceptJsonOnly(app)
  validateBySchema(app)
  registerErrorReplies(app)
  refuseForeignPages(app)
  logRequests(app)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Shop API',
        version: '1.0.0',
        description: 'Accounts and payments of the shop. Every refusal is `{ success: false, message, code }`.',
      },
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
}

/** Answers 415 for other types, which stops other sites' forms, and 400 for `__proto__` and `constructor`. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, parse)
}

type Field = { properties?: Record<string, Field>; items?: Field; refusal?: string }

/** Validates without coercion, defaults or removal. */
export function validateBySchema(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    const checker = Compile(schema)
    return (value) => {
      if (checker.Check(value)) return { value }
      const [error] = checker.Errors(value)
      // Written for the visitor, where the field has such a sentence.
      const [, ...names] = error?.instancePath.split('/') ?? []
      const refusal = names.reduce<Field | undefined>(
        (it, name) => it?.properties?.[name] ?? it?.items,
        schema,
      )?.refusal
      if (refusal) return { error: new ApiError({ status: 400, code: 'validation', message: refusal }) }
      const where = `${httpPart ?? 'request'}${error?.instancePath ?? ''}`.replaceAll('/', '.')
      return { error: new Error(`${where} ${error?.message ?? 'is not valid'}`) }
    }
  })
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** CSRF protection: checks `Sec-Fetch-Site`. Other sites cannot send `X-Requested-With` without our consent. */
function refuseForeignPages(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const site = request.headers['sec-fetch-site']
    const isForeign = site === 'cross-site' || site === 'same-site'
    if (safe.has(request.method) || !isForeign || request.headers['x-requested-with']) return
    return reply.status(403).send(errorReply('cross_site', 'Requests from other sites are not accepted.'))
  })
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async ({ log, method, routeOptions }, reply) => {
    const { url: route = 'none' } = routeOptions
    log.info({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'api call')
  })
}

const replies: Readonly<Record<string, ErrorReply>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: errorReply('unsupported_media_type', 'Send the request as JSON.'),
  FST_ERR_CTP_BODY_TOO_LARGE: errorReply('body_too_large', 'The request is too large.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: errorReply('invalid_json', 'The request has no content.'),
  FST_ERR_CTP_INVALID_JSON_BODY: errorReply('invalid_json', 'The request is not valid JSON.'),
}

const unavailable: Refusal = {
  status: 503,
  code: 'unavailable',
  message: 'This service is currently unavailable. Please try again later.',
  retryAfterSeconds: 30,
}

function registerErrorReplies(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) =>
    reply.status(404).send(errorReply('not_found', 'There is nothing at this address.')),
  )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof ApiError) return sendRefusal(reply, error.refusal)
    if (isUnavailable(error)) {
      request.log.error({ err: error }, 'the database is away')
      return sendRefusal(reply, request.routeOptions.config.whenUnavailable ?? unavailable)
    }
    const status = error.statusCode ?? 500
    if (status >= 500) {
      request.log.error({ err: error }, 'request failed')
      return reply.status(status).send(errorReply('internal', 'Something went wrong on our side. Please try again.'))
    }
    return reply.status(status).send(replies[error.code] ?? describe(error))
  })
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, code, message, retryAfterSeconds, data } = refusal
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.status(status).send({ ...errorReply(code, message), ...(data && { data }) })
}

function describe(error: FastifyError): ErrorReply {
  if (error.validation || error.validationContext)
    return errorReply('validation', `The request is not valid: ${error.message}`)
  if (error instanceof SyntaxError) return errorReply('invalid_json', 'The request is not valid JSON.')
  return errorReply('refused', error.message)
}

function errorReply(code: string, message: string): ErrorReply {
  return { success: false, message, code }
}
