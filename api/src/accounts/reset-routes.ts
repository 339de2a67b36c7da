import { errorReplySchema } from '@site/shared/contracts/errors'
import { doneReplySchema, requestResetSchema, resetPasswordSchema } from '@site/shared/contracts/own-account'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors/api-error'
import type { TypeBoxProvider } from '../http/typebox-provider'
import { addressKey } from '../throttle/address-key'
import { refusals } from './account-refusals'
import { accountEmail, findAccount } from './account-repository'
import type { AccountDesk } from './account-services'
import { requireGoodPassword } from './good-password'
import { resetPassword } from './reset-password'
import { sendReset } from './send-links'

const response = { 200: doneReplySchema, '4xx': errorReplySchema, '5xx': errorReplySchema }
const tags = ['own account']
const done = { success: true } as const

/** The way back into an account whose password is forgotten, or was taken (R197, R199). */
export function registerResets(plain: FastifyInstance, desk: AccountDesk): void {
  const { database, mail, passwords, sessions, throttles, log } = desk
  const app = plain.withTypeProvider<TypeBoxProvider>()
  const working = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(working)
  })

  /** After the answer, so that its time says nothing of whether there is an account. */
  function sendLater(email: string): void {
    const work = database
      .transaction(async (queries) => {
        const account = await findAccount(queries, email)
        if (account) await sendReset(queries, desk, account)
      })
      .catch((error: unknown) => log.error({ err: error }, 'a link to choose a new password was not sent'))
      .finally(() => working.delete(work))
    working.add(work)
  }

  app.post('/request-reset', { schema: { tags, body: requestResetSchema, response } }, async ({ body, ip }) => {
    if (!mail.isMailed) throw new ApiError(refusals.noMail)
    const address = addressKey(ip)
    await throttles.mails(address)
    // The pair, as for signing in: nobody keeps the account's owner from asking.
    await throttles.resets(`${accountEmail(body.email)}\n${address}`)
    sendLater(body.email)
    return done
  })

  app.post('/reset', { schema: { tags, body: resetPasswordSchema, response } }, async (request, reply) => {
    const { token, password } = request.body
    await requireGoodPassword(password)
    await throttles.signInsOfAddress(addressKey(request.ip))
    const claims = await desk.tokens.verify('link', token)
    if (!claims) throw new ApiError(refusals.linkNotValid)
    await resetPassword(desk, claims.name, await passwords.hash(password))
    sessions.clear(reply)
    return done
  })
}
