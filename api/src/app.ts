import type { FastifyPluginAsync } from 'fastify'
import { acceptJsonOnly } from './http/accept-json-only'
import { registerErrorReplies } from './http/error-replies'
import { refuseForeignPages } from './http/refuse-foreign-pages'
import { validateBySchema } from './http/validate-by-schema'

/**
 * The API as a Fastify plugin, to be registered under `/api` by the origin or by `server.ts`.
 * Every refusal is `{ success: false, message, code }`.
 */
export function buildApi(): FastifyPluginAsync {
  return async (app) => {
    acceptJsonOnly(app)
    validateBySchema(app)
    registerErrorReplies(app)
    refuseForeignPages(app)

    app.get('/health', () => ({ success: true, status: 'ok' }))
  }
}
