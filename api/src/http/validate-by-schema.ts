import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** Requests are held to their schema as they are: nothing is converted, filled in or dropped. */
export function validateBySchema(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    const checker = Compile(schema)
    return (value) => {
      if (checker.Check(value)) return { value }
      const [error] = checker.Errors(value)
      const where = `${httpPart ?? 'request'}${error?.instancePath ?? ''}`.replaceAll('/', '.')
      return { error: new Error(`${where} ${error?.message ?? 'is not valid'}`) }
    }
  })
}
