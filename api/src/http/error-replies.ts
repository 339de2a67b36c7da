import type { FastifyError, FastifyInstance } from 'fastify'

/** The one shape of every refusal and failure of the API. */
export type ErrorReply = { success: false; message: string; code: string }

const replies: Readonly<Record<string, ErrorReply>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: fault('unsupported_media_type', 'Send the request as JSON.'),
  FST_ERR_CTP_BODY_TOO_LARGE: fault('body_too_large', 'The request is too large.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: fault('invalid_json', 'The request has no content.'),
  FST_ERR_CTP_INVALID_JSON_BODY: fault('invalid_json', 'The request is not valid JSON.'),
}

/** Turns every error inside the API into an `ErrorReply`; the stack stays in the log. */
export function registerErrorReplies(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) =>
    reply.status(404).send(fault('not_found', 'There is nothing at this address.')),
  )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) {
      request.log.error({ err: error }, 'request failed')
      return reply.status(status).send(fault('internal', 'Something went wrong on our side. Please try again.'))
    }
    return reply.status(status).send(replies[error.code] ?? describe(error))
  })
}

function describe(error: FastifyError): ErrorReply {
  if (error.validation || error.validationContext)
    return fault('validation', `The request is not valid: ${error.message}`)
  if (error instanceof SyntaxError) return fault('invalid_json', 'The request is not valid JSON.')
  return fault('refused', error.message)
}

function fault(code: string, message: string): ErrorReply {
  return { success: false, message, code }
}
