import type { FastifyTypeProvider } from 'fastify'
import type { Static, TSchema } from 'typebox'

/** Gives a handler the types of its route's schemas. */
export interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}
