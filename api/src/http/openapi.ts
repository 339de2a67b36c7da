import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

/** Describes every route that is registered after it at `/openapi.json`, from the schemas that check it. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
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
