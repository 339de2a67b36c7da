import { sessionReplySchema } from '@site/shared/contracts/accounts'
import { errorReplySchema } from '@site/shared/contracts/errors'
import {
  accountReplySchema,
  changeEmailSchema,
  changePasswordSchema,
  confirmEmailReplySchema,
  doneReplySchema,
  emptySchema,
  useLinkSchema,
} from '@site/shared/contracts/own-account'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors/api-error'
import type { TypeBoxProvider } from '../http/typebox-provider'
import { addressKey } from '../throttle/address-key'
import { refusals } from './account-refusals'
import { accountEmail, changeAccount, lockAccount } from './account-repository'
import type { AccountDesk } from './account-services'
import { confirmAddress } from './confirm-address'
import { describeAccount } from './describe-account'
import { requireGoodPassword } from './good-password'
import { dropOtherLinks } from './link-repository'
import { requirePassword } from './require-password'
import { sendChange, sendConfirmation, sendPasswordChanged } from './send-links'
import { endSessions } from './session-repository'

const refused = { '4xx': errorReplySchema, '5xx': errorReplySchema }
const tags = ['own account']

/** Changes of what an account is entered with: its password, and the address (R195, R197, R198). */
export function registerCredentials(plain: FastifyInstance, desk: AccountDesk): void {
  const { database, mail, passwords, sessions, throttles } = desk
  const app = plain.withTypeProvider<TypeBoxProvider>()
  const answering = <B, R>(body: B, reply: R) => ({ schema: { tags, body, response: { 200: reply, ...refused } } })

  app.post('/password', answering(changePasswordSchema, sessionReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    const { password, newPassword } = request.body
    await requireGoodPassword(newPassword)
    await requirePassword(desk, account, password)
    const passwordHash = await passwords.hash(newPassword)
    const name = await database.transaction(async (queries) => {
      // One of two changes at the same moment was made with a password that is not the account's any more.
      const present = await lockAccount(queries, account.id)
      if (present?.passwordHash !== account.passwordHash) throw new ApiError(refusals.wrongPassword)
      await changeAccount(queries, account, { passwordHash })
      await endSessions(queries, account.id)
      await dropOtherLinks(queries, account.id)
      await sendPasswordChanged(queries, desk, account)
      return sessions.begin(queries, account.id)
    })
    return sessions.handOut(reply, name, account)
  })

  app.post('/email', answering(changeEmailSchema, accountReplySchema), async (request, reply) => {
    const found = await sessions.require(request, reply)
    const { account } = found
    const email = accountEmail(request.body.email)
    if (!mail.isMailed) throw new ApiError(refusals.noMail)
    if (email === account.email) throw new ApiError(refusals.sameAddress)
    await requirePassword(desk, account, request.body.password)
    await throttles.mails(addressKey(request.ip))
    // Whether another account has that address is for its reader alone to learn.
    await database.transaction((queries) => sendChange(queries, desk, account, email))
    return describeAccount(desk, found)
  })

  app.post('/send-confirmation', answering(emptySchema, doneReplySchema), async (request, reply) => {
    const { account } = await sessions.require(request, reply)
    if (!mail.isMailed) throw new ApiError(refusals.noMail)
    await throttles.mails(addressKey(request.ip))
    if (!account.emailConfirmedAt) {
      await database.transaction((queries) => sendConfirmation(queries, desk, account))
    }
    return { success: true } as const
  })

  app.post('/confirm', answering(useLinkSchema, confirmEmailReplySchema), async (request, reply) => {
    // Signed in: else whoever registers with another's address has its owner confirm it to them.
    const { account } = await sessions.require(request, reply)
    return confirmAddress(desk, account, request.body.token)
  })
}
