import { loginSchema, registerSchema, sessionReplySchema } from '@site/shared/contracts/accounts'
import { errorReplySchema } from '@site/shared/contracts/errors'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors/api-error'
import type { TypeBoxProvider } from '../http/typebox-provider'
import { addressKey } from '../throttle/address-key'
import { refusals, required } from './account-refusals'
import { accountEmail, findAccount, insertAccount } from './account-repository'
import type { AccountDesk } from './account-services'
import { requireGoodPassword } from './good-password'
import { sendConfirmation } from './send-links'

const response = { 200: sessionReplySchema, '4xx': errorReplySchema, '5xx': errorReplySchema }
const tags = ['accounts']

/** Signing in and registering (R116–R118); what they promise stands in the contracts of `shared`. */
export function registerAccounts(plain: FastifyInstance, desk: AccountDesk): void {
  const { database, passwords, sessions, throttles } = desk
  const app = plain.withTypeProvider<TypeBoxProvider>()

  app.post('/login', { schema: { tags, body: loginSchema, response } }, async (request, reply) => {
    const { body, ip } = request
    const address = addressKey(ip)
    await throttles.signInsOfAddress(address)
    // The pair: whoever guesses from elsewhere must not keep the account's owner out.
    await throttles.signInsToAccount(`${accountEmail(body.email)}\n${address}`)
    const account = await findAccount(database.queries(), body.email)
    // Asked even without an account: neither the answer nor its time says whether there is one.
    const isRight = await passwords.matches(body.password, account?.passwordHash)
    if (!account || !isRight) throw new ApiError(refusals.wrongCredentials)
    await sessions.endPresent(request)
    const name = await database.transaction((queries) => sessions.begin(queries, account.id))
    return sessions.handOut(reply, name, account)
  })

  app.post('/register', { schema: { tags, body: registerSchema, response } }, async (request, reply) => {
    const { email, password } = request.body
    const firstName = required(request.body.firstName, 'First Name')
    const lastName = required(request.body.lastName, 'Last Name')
    await requireGoodPassword(password)
    await throttles.registrations(addressKey(request.ip))
    // Before the database is asked: an open transaction must not wait for it.
    const passwordHash = await passwords.hash(password)
    const { account, name } = await database.transaction(async (queries) => {
      const account = await insertAccount(queries, { email, firstName, lastName, passwordHash })
      if (!account) throw new ApiError(refusals.accountExists)
      await sendConfirmation(queries, desk, account)
      return { account, name: await sessions.begin(queries, account.id) }
    })
    await sessions.endPresent(request)
    return sessions.handOut(reply, name, account)
  })
}
