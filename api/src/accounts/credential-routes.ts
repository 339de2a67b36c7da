import { sessionReplySchema } from '@site/shared/contracts/accounts'
import {
  accountReplySchema,
  changeEmailSchema,
  changePasswordSchema,
  confirmEmailReplySchema,
  doneReplySchema,
  emptySchema,
  requestResetSchema,
  resetPasswordSchema,
  useLinkSchema,
} from '@site/shared/contracts/own-account'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors/api-error'
import { answering, type TypeBoxProvider } from '../http/api-frame'
import { addressKey } from '../throttle/address-key'
import { refusals } from './account-refusals'
import { accountEmail, changeAccount, findAccount, lockAccount } from './account-repository'
import { type AccountContext, requirePassword } from './account-services'
import { dropOtherLinks, sendChange, sendOwnLink, sendPasswordChanged } from './links'
import { describeAccount } from './own-account-routes'
import { requireGoodPassword } from './passwords'
import { endSessions } from './session-repository'
import { confirmAddress, resetPassword } from './use-link'

const tag = 'own account'
const done = { success: true } as const

export function registerCredentials(plain: FastifyInstance, context: AccountContext): void {
  const { database, mail, passwords, sessions, throttles, log } = context
  const app = plain.withTypeProvider<TypeBoxProvider>()

  app.post('/password', answering(tag, changePasswordSchema, sessionReplySchema), async (request, reply) => {
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

  app.post('/email', answering(tag, changeEmailSchema, accountReplySchema), async (request, reply) => {
    const found = await sessions.require(request, reply)
    const { account } = found
    const email = accountEmail(request.body.email)
    if (!mail.isMailed) throw new ApiError(refusals.noMail)
    if (email === account.email) throw new ApiError(refusals.sameAddress)
    await requirePassword(context, found, request.body.password)
    await throttles.mails(account.id)
    // No error here: it would reveal that another account has the address.
    await database.transaction((queries) => sendChange(queries, context, account, email))
    return describeAccount(context, found)
  })

  app.post('/send-confirmation', answering(tag, emptySchema, doneReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    if (!mail.isMailed) throw new ApiError(refusals.noMail)
    await throttles.mails(account.id)
    if (!account.emailConfirmedAt) {
      await database.transaction((queries) => sendOwnLink(queries, context, account, 'confirm'))
    }
    return done
  })

  app.post('/confirm', answering(tag, useLinkSchema, confirmEmailReplySchema), async (request, reply) => {
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

  app.post('/request-reset', answering(tag, requestResetSchema, doneReplySchema), async ({ body, ip }) => {
    if (!mail.isMailed) throw new ApiError(refusals.noMail)
    const address = addressKey(ip)
    await throttles.mails(address)
    await throttles.resets(`${accountEmail(body.email)}\n${address}`)
    sendLater(body.email)
    return done
  })

  app.post('/reset', answering(tag, resetPasswordSchema, doneReplySchema), async (request, reply) => {
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
