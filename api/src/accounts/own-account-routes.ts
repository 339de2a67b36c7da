import * as contract from '@site/shared/contracts/own-account'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountLink } from '../database/account-tables'
import { ApiError, ErasureWaits } from '../errors/api-error'
import { answering, type TypeBoxProvider } from '../http/api-frame'
import { refusals, required } from './account-refusals'
import { changeAccount, deleteAccount, userOf } from './account-repository'
import { type AccountContext, requirePassword } from './account-services'
import { readChange } from './links'
import { joinOrders, listOwnOrders, readOwnOrder, readOwnPaper } from './own-orders'
import { type AccountSession, endSessions, listSessions, SESSION_SECONDS } from './session-repository'

export const ownCall = <B, R>(body: B, reply: R) => answering('own account', body, reply)
export const done = { success: true } as const

export function registerOwnAccount(plain: FastifyInstance, context: AccountContext): void {
  const { database, sessions, throttles, tokens } = context
  const app = plain.withTypeProvider<TypeBoxProvider>()

  app.post('/read', ownCall(contract.emptySchema, contract.accountReplySchema), async (request, reply) => {
    return describeAccount(context, await sessions.require(request, reply))
  })

  app.post('/orders', ownCall(contract.listOrdersSchema, contract.orderListReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    await joinOrders(database.queries(), account)
    return listOwnOrders(database.queries(), account.id, request.body.before)
  })

  app.post('/order', ownCall(contract.readOrderSchema, contract.orderReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    await joinOrders(database.queries(), account)
    const order = await readOwnOrder(database.queries(), account.id, request.body.orderId)
    if (!order) throw new ApiError(refusals.noOrder)
    const issuedAt = Math.floor(Date.now() / 1_000)
    const claims = { name: order.bookingName, issuedAt, expiresAt: issuedAt + SESSION_SECONDS }
    return { ...order.reply, booking: await tokens.sign('booking', claims) }
  })

  app.post('/paper', ownCall(contract.readPaperSchema, contract.paperReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    await throttles.papers(account.id)
    const paper = await readOwnPaper(database.queries(), account.id, request.body.number)
    if (!paper) throw new ApiError(refusals.noPaper)
    const { renderPdf } = await import('@site/papers/render-pdf')
    const content = Buffer.from(await renderPdf(paper)).toString('base64')
    return { fileName: `${paper.number}.pdf`, content }
  })

  app.post('/name', ownCall(contract.changeNameSchema, contract.accountReplySchema), async (request, reply) => {
    const { session, account } = await sessions.require(request, reply)
    const firstName = required(request.body.firstName, 'First Name')
    const lastName = required(request.body.lastName, 'Last Name')
    const changed = await changeAccount(database.queries(), account, { firstName, lastName })
    return describeAccount(context, { session, account: changed })
  })

  // The header of every page sends it without a body.
  const preValidation = async (request: FastifyRequest) => {
    request.body ??= {}
  }
  app.post(
    '/sign-out',
    { preValidation, ...ownCall(contract.emptySchema, contract.doneReplySchema) },
    async (request, reply) => {
      await sessions.end(request, reply)
      return done
    },
  )

  app.post('/sign-out-everywhere', ownCall(contract.emptySchema, contract.doneReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    await endSessions(database.queries(), account.id)
    sessions.clear(reply)
    return done
  })

  app.post('/delete', ownCall(contract.withPasswordSchema, contract.doneReplySchema), async (request, reply) => {
    const found = await sessions.require(request, reply)
    const { account } = found
    await requirePassword(context, found, request.body.password)
    // Orders of an unconfirmed address may be another person's.
    if (account.emailConfirmedAt) await context.erase(account.email).catch(refuseErasure)
    else {
      await database.transaction((queries) => deleteAccount(queries, account.id))
      context.recordDeleted(account.id)
    }
    sessions.clear(reply)
    return done
  })
}

export async function describeAccount(
  { database, mail }: AccountContext,
  { session, account }: AccountSession,
): Promise<contract.AccountReply> {
  const queries = database.queries()
  const [links, all] = await Promise.all([readChange(queries, account.id), listSessions(queries, account.id)])
  return {
    user: userOf(account),
    isEmailConfirmed: account.emailConfirmedAt !== null,
    change: describeChange(links),
    isMailed: mail.isMailed,
    sessions: all.map(({ id, createdAt, lastSeenAt }) => ({
      since: createdAt.toISOString(),
      lastSeen: lastSeenAt.toISOString(),
      isThis: id === session.id,
    })),
  }
}

function describeChange(links: readonly AccountLink[]): contract.AccountReply['change'] {
  const from = links.find(({ purpose }) => purpose === 'change_from')
  const to = links.find(({ purpose }) => purpose === 'change_to')
  if (!from || !to) return null
  return { email: to.email, isOldConfirmed: from.usedAt !== null, isNewConfirmed: to.usedAt !== null }
}

function refuseErasure(error: unknown): never {
  if (!(error instanceof ErasureWaits)) throw error
  const { why, orderIds } = error
  if (why === 'message') throw new ApiError(refusals.messageUnderWay)
  throw new ApiError({
    status: 409,
    code: `order_${why}`,
    message:
      why === 'moving'
        ? `Money is still moving for an order of yours (${orderIds}). Please try again when that has ended.`
        : `An order of yours (${orderIds}) was paid just now. Please try again in two minutes.`,
  })
}
