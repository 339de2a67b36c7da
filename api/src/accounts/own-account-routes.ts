import { errorReplySchema } from '@site/shared/contracts/errors'
import {
  accountReplySchema,
  changeNameSchema,
  doneReplySchema,
  emptySchema,
  listOrdersSchema,
  orderListReplySchema,
  orderReplySchema,
  paperReplySchema,
  readOrderSchema,
  readPaperSchema,
  withPasswordSchema,
} from '@site/shared/contracts/own-account'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error'
import type { TypeBoxProvider } from '../http/typebox-provider'
import { refusals, required } from './account-refusals'
import { changeAccount, deleteAccount } from './account-repository'
import type { AccountDesk } from './account-services'
import { describeAccount } from './describe-account'
import { joinOrders, listOwnOrders, readOwnOrder, readOwnPaper } from './own-orders'
import { requirePassword } from './require-password'
import { endSessions } from './session-repository'

const refused = { '4xx': errorReplySchema, '5xx': errorReplySchema }
const tags = ['own account']
const done = { success: true } as const

/** What a signed-in person sees of their account, and ends (R194, R196, R200). */
export function registerOwnAccount(plain: FastifyInstance, desk: AccountDesk): void {
  const { database, sessions, throttles } = desk
  const app = plain.withTypeProvider<TypeBoxProvider>()
  const answering = <B, R>(body: B, reply: R) => ({ schema: { tags, body, response: { 200: reply, ...refused } } })

  app.post('/read', answering(emptySchema, accountReplySchema), async (request, reply) => {
    return describeAccount(desk, await sessions.require(request, reply))
  })

  app.post('/orders', answering(listOrdersSchema, orderListReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    await joinOrders(database.queries(), account)
    return listOwnOrders(database.queries(), account.id, request.body.before)
  })

  app.post('/order', answering(readOrderSchema, orderReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    await joinOrders(database.queries(), account)
    const order = await readOwnOrder(database.queries(), account.id, request.body.orderId)
    if (!order) throw new ApiError(refusals.noOrder)
    return order
  })

  app.post('/paper', answering(readPaperSchema, paperReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    await throttles.papers(account.id)
    const paper = await readOwnPaper(database.queries(), account.id, request.body.number)
    if (!paper) throw new ApiError(refusals.noPaper)
    // What draws it is loaded with the first.
    const { renderPdf } = await import('@site/papers/render-pdf')
    const content = Buffer.from(await renderPdf(paper)).toString('base64')
    return { fileName: `${paper.number}.pdf`, content }
  })

  app.post('/name', answering(changeNameSchema, accountReplySchema), async (request, reply) => {
    const { session, account } = await sessions.require(request, reply)
    const firstName = required(request.body.firstName, 'First Name')
    const lastName = required(request.body.lastName, 'Last Name')
    return describeAccount(desk, {
      session,
      account: await changeAccount(database.queries(), account, { firstName, lastName }),
    })
  })

  // The header of every page says it without a body, which costs each of them fewer bytes.
  const preValidation = async (request: FastifyRequest) => {
    request.body ??= {}
  }
  app.post('/sign-out', { preValidation, ...answering(emptySchema, doneReplySchema) }, async (request, reply) => {
    await sessions.end(request, reply)
    return done
  })

  app.post('/sign-out-everywhere', answering(emptySchema, doneReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    await endSessions(database.queries(), account.id)
    sessions.clear(reply)
    return done
  })

  app.post('/delete', answering(withPasswordSchema, doneReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    await requirePassword(desk, account, request.body.password)
    // Who has not shown that the address is theirs takes nothing but the account away.
    if (account.emailConfirmedAt) await eraseOwner(desk, account)
    else await database.transaction((queries) => deleteAccount(queries, account.id))
    sessions.clear(reply)
    return done
  })
}

async function eraseOwner({ erase }: AccountDesk, account: { id: string; email: string }): Promise<void> {
  const erased = await erase(account)
  if (erased.ok) return
  if (erased.reason === 'message under way') throw new ApiError(refusals.messageUnderWay)
  const { reason, orderIds } = erased
  throw new ApiError({
    status: 409,
    code: reason === 'moving' ? 'order_moving' : 'order_paid',
    message:
      reason === 'moving'
        ? `Money is still moving for an order of yours (${orderIds}). Please try again when that has ended.`
        : `An order of yours (${orderIds}) was paid just now. Please try again in two minutes.`,
  })
}
