import type { ErrorReply } from '@site/shared/contracts/errors'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { isUnavailable } from '../database/database-error'
import { ApiError, type Refusal } from '../errors/api-error'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What this route answers while the database is away. */
    whenUnavailable?: Refusal
  }
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

/** Turns every error inside the API into an `ErrorReply`; the stack stays in the log. */
export function registerErrorReplies(app: FastifyInstance): void {
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

/** Answers with an expected refusal. */
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
