import { sessionReplySchema } from '@site/shared/contracts/accounts'
import * as contract from '@site/shared/contracts/own-account'
import type { FastifyInstance } from 'fastify'
import type { Account, AccountLink } from '../database/account-tables'
import type { Queries } from '../database/database'
import { ApiError } from '../errors/api-error'
import type { TypeBoxProvider } from '../http/api-frame'
import { addressKey } from '../throttle/address-key'
import { refusals } from './account-refusals'
import { accountEmail, changeAccount, findAccount, lockAccount, userOf } from './account-repository'
import { type AccountContext, requirePassword } from './account-services'
import {
  dropLinks,
  dropOtherLinks,
  readChange,
  sendChange,
  sendChanged,
  sendOwnLink,
  sendPasswordChanged,
  takeLink,
} from './links'
import { describeAccount, done, ownCall } from './own-account-routes'
import { joinOrders, moveOrders } from './own-orders'
import { requireGoodPassword } from './passwords'
import { endSessions } from './session-repository'

export function registerCredentials(plain: FastifyInstance, context: AccountContext): void {
  const { database, mail, passwords, sessions, throttles, log } = context
  const app = plain.withTypeProvider<TypeBoxProvider>()

  app.post('/password', ownCall(contract.changePasswordSchema, sessionReplySchema), async (request, reply) => {
    const found = await sessions.require(request, reply)
    const { account } = found
    const { password, newPassword } = request.body
    await requireGoodPassword(newPassword)
    await requirePassword(context, found, password)
    const passwordHash = await passwords.hash(newPassword)
    const name = await database.transaction(async (queries) => {
      // Of two concurrent changes, the second has an outdated password.
      const present = await lockAccount(queries, account.id)
      if (present?.passwordHash !== account.passwordHash) throw new ApiError(refusals.wrongPassword)
      await changeAccount(queries, account, { passwordHash })
      await endSessions(queries, account.id)
      await dropOtherLinks(queries, account.id)
      await sendPasswordChanged(queries, context, account)
      return sessions.begin(queries, account.id)
    })
    return sessions.handOut(reply, name, account)
  })

  app.post('/email', ownCall(contract.changeEmailSchema, contract.accountReplySchema), async (request, reply) => {
    const found = await sessions.require(request, reply)
    const { account } = found
    const email = accountEmail(request.body.email)
    if (!mail.isMailed) throw new ApiError(refusals.noMail)
    if (email === account.email) throw new ApiError(refusals.sameAddress)
    await requirePassword(context, found, request.body.password)
    await throttles.mails(addressKey(request.ip), () => throttles.mails(account.id))
    // No error here: it would reveal that another account has the address.
    await database.transaction((queries) => sendChange(queries, context, account, email))
    return describeAccount(context, found)
  })

  app.post('/send-confirmation', ownCall(contract.emptySchema, contract.doneReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    if (!mail.isMailed) throw new ApiError(refusals.noMail)
    await throttles.mails(account.id)
    if (!account.emailConfirmedAt)
      await database.transaction((queries) => sendOwnLink(queries, context, account, 'confirm'))
    return done
  })

  app.post('/confirm', ownCall(contract.useLinkSchema, contract.confirmEmailReplySchema), async (request, reply) => {
    // Requires a session: otherwise a thief registers an address and its owner confirms it for them.
    const { account } = await sessions.require(request, reply)
    return confirmAddress(context, account, request.body.token)
  })

  const working = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(working)
  })
  /** Runs after the answer: timing must not reveal whether an account exists. */
  function sendLater(email: string): void {
    const work = database
      .transaction(async (queries) => {
        const account = await findAccount(queries, email)
        if (account) await sendOwnLink(queries, context, account, 'reset')
      })
      .catch((error: unknown) => log.error({ err: error }, 'a link to choose a new password was not sent'))
      .finally(() => working.delete(work))
    working.add(work)
  }

  app.post('/request-reset', ownCall(contract.requestResetSchema, contract.doneReplySchema), async ({ body, ip }) => {
    if (!mail.isMailed) throw new ApiError(refusals.noMail)
    const address = addressKey(ip)
    await throttles.mails(address, () => throttles.resets(`${accountEmail(body.email)}\n${address}`))
    sendLater(body.email)
    return done
  })

  app.post('/reset', ownCall(contract.resetPasswordSchema, contract.doneReplySchema), async (request, reply) => {
    const { token, password } = request.body
    await throttles.signInsOfAddress(addressKey(request.ip))
    await requireGoodPassword(password)
    const claims = await context.tokens.verify('link', token)
    if (!claims) throw new ApiError(refusals.linkNotValid)
    await resetPassword(context, claims.name, await passwords.hash(password))
    sessions.clear(reply)
    return done
  })
}

/** @throws ApiError 410 for an invalid link, 409 when another account has the address */
async function confirmAddress(
  context: AccountContext,
  { id }: Account,
  token: string,
): Promise<contract.ConfirmEmailReply> {
  const claims = await context.tokens.verify('link', token)
  if (!claims) throw new ApiError(refusals.linkNotValid)
  return context.database.transaction(async (queries) => {
    const account = await lockAccount(queries, id)
    const link = await takeLink(queries, claims.name, 'confirm', 'change_from', 'change_to')
    if (!account || link?.accountId !== id) throw new ApiError(refusals.linkNotValid)
    return link.purpose === 'confirm' ? confirmOwn(queries, account, link) : agree(queries, context, account)
  })
}

async function confirmOwn(queries: Queries, account: Account, link: AccountLink): Promise<contract.ConfirmEmailReply> {
  if (link.email !== account.email) throw new ApiError(refusals.linkNotValid)
  const confirmed = await changeAccount(queries, account, { emailConfirmedAt: new Date() })
  await dropLinks(queries, account.id, ['confirm'])
  await joinOrders(queries, confirmed)
  return { outcome: 'confirmed', user: userOf(confirmed) }
}

async function agree(queries: Queries, context: AccountContext, account: Account): Promise<contract.ConfirmEmailReply> {
  const links = await readChange(queries, account.id)
  const [next] = links
  if (!next || links.length < 2 || links.some(({ usedAt }) => usedAt === null)) {
    return { outcome: 'half', user: userOf(account) }
  }
  if (await findAccount(queries, next.email)) throw new ApiError(refusals.addressTaken)
  // Joins orders of the old address before it changes.
  await joinOrders(queries, account)
  await moveOrders(queries, account.id, next.email)
  const changed = await changeAccount(queries, account, { email: next.email, emailConfirmedAt: new Date() })
  await dropOtherLinks(queries, account.id)
  await sendChanged(queries, context, account, changed.email)
  await joinOrders(queries, changed)
  return { outcome: 'changed', user: userOf(changed) }
}

/** @throws ApiError 410 for an invalid link, 409 when another account has the old address */
async function resetPassword(context: AccountContext, name: string, passwordHash: string): Promise<void> {
  await context.database.transaction(async (queries) => {
    const link = await takeLink(queries, name, 'reset', 'take_back')
    const account = link && (await lockAccount(queries, link.accountId))
    if (!account) throw new ApiError(refusals.linkNotValid)
    const { email, purpose } = link
    if (email !== account.email) {
      if (purpose === 'reset') throw new ApiError(refusals.linkNotValid)
      if (await findAccount(queries, email)) throw new ApiError(refusals.addressTaken)
      await moveOrders(queries, account.id, email)
    }
    const changed = await changeAccount(queries, account, { passwordHash, email, emailConfirmedAt: new Date() })
    await endSessions(queries, account.id)
    await dropOtherLinks(queries, account.id)
    if (purpose === 'take_back') await dropLinks(queries, account.id, ['take_back'])
    await joinOrders(queries, changed)
    await sendPasswordChanged(queries, context, changed)
  })
}
