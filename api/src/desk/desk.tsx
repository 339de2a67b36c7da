import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ReactElement } from 'react'
import { type Ask, runOperation } from '../admin/operations'
import { isUnavailable } from '../database/database-error'
import { AdminRefusal, ApiError } from '../errors/api-error'
import { findStaffSession } from '../staff/staff'
import { registerBooks } from './book-routes'
import { registerCompany } from './company-routes'
import { registerOrders } from './order-routes'
import { formTokenOf, frameStaffPages, isOwnForm, sendPage, staffCookie } from './reply'
import type { DeskParts, DeskRequest, Handler, Routes } from './routes'
import { registerSignIn, SignInPage } from './sign-in-routes'
import { RefusedPage, type Visitor } from './views/page'

const NOT_ALLOWED = <RefusedPage title="Not allowed" message="You may not do this here." />

export function buildDesk(parts: DeskParts): FastifyPluginAsync {
  const { services, roles } = parts
  // Owners follow links in their mail; opening a page changes nothing.
  const cookie = staffCookie('desk', parts.isSecure, 'lax')
  const ask: Ask = (operation) => runOperation(services, operation)

  async function findVisitor(request: FastifyRequest): Promise<Visitor | undefined> {
    const name = cookie.read(request)
    const session = await findStaffSession(services.database.queries(), name)
    const role = session?.stage === 'open' ? roles.get(session.email) : undefined
    return session && role && { name: session.email, role, formToken: formTokenOf(name) }
  }

  return async (app) => {
    frameStaffPages(app, NOT_ALLOWED)
    app.setErrorHandler<FastifyError>((error, request, reply) => {
      const { status, message } = describe(error)
      if (status >= 500) request.log.error({ err: error }, 'the desk cannot answer')
      return sendPage(reply, <RefusedPage title="That did not work" message={message} />, status)
    })
    app.setNotFoundHandler((_request, reply) =>
      sendPage(reply, <RefusedPage title="Nothing here" message="The desk has no such page." />, 404),
    )
    app.get('/desk.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(await readFile(path.join(__dirname, 'desk/desk.css'), 'utf8')),
    )
    registerSignIn(app, parts, cookie)

    const guarded =
      (isOwners: boolean, answer: Handler<unknown>) => async (request: DeskRequest, reply: FastifyReply) => {
        const visitor = await findVisitor(request)
        if (!visitor) return sendPage(reply, <SignInPage />, request.routeOptions.url === '/desk' ? 200 : 401)
        if (isOwners && visitor.role !== 'owner') return sendPage(reply, NOT_ALLOWED, 403)
        if (request.method === 'POST') {
          const { formToken } = request.body
          if (!isOwnForm(cookie.read(request), formToken)) {
            const message = 'You have signed in again since this page was opened. Open it again and send it once more.'
            return sendPage(reply, <RefusedPage visitor={visitor} title="Not done" message={message} />, 403)
          }
          request.log.info({ actor: visitor.name, route: request.routeOptions.url }, 'asked by a person')
        }
        return answer(visitor, request, reply)
      }
    const shown =
      (show: Handler<ReactElement>): Handler<unknown> =>
      async (visitor, request, reply) =>
        sendPage(reply, await show(visitor, request, reply), reply.statusCode)
    const routes: Routes = {
      ask,
      page: (address, show) => app.get(address, guarded(false, shown(show))),
      file: (address, write) => app.get(address, guarded(true, write)),
      form: (address, show) => app.get(address, guarded(true, shown(show))),
      change: (address, show) => app.post(address, guarded(true, shown(show))),
    }
    registerOrders(routes)
    registerBooks(routes, services.database)
    registerCompany(routes, parts.shownFacts)
  }
}

function describe(error: FastifyError): { status: number; message: string } {
  if (error instanceof AdminRefusal) return { status: 409, message: error.message }
  if (error instanceof ApiError) return error.refusal
  if (isUnavailable(error))
    return { status: 503, message: 'The shop’s database does not answer. Try again in a moment.' }
  const status = error.statusCode ?? 500
  return { status, message: status < 500 ? error.message : 'The shop cannot do this now. Try again in a moment.' }
}
