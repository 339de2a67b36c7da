import { loginSchema, registerSchema, sessionReplySchema } from '@site/shared/contracts/accounts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error'
import { answering, type TypeBoxProvider } from '../http/api-frame'
import { addressKey } from '../throttle/address-key'
import { refusals, required } from './account-refusals'
import { accountEmail, findAccount, insertAccount } from './account-repository'
import type { AccountContext } from './account-services'
import { registerCredentials } from './credential-routes'
import { sendOwnLink } from './links'
import { registerOwnAccount } from './own-account-routes'
import { requireGoodPassword } from './passwords'

export function registerAccounts(plain: FastifyInstance, context: AccountContext): void {
  const { database, passwords, sessions, throttles } = context
  const app = plain.withTypeProvider<TypeBoxProvider>()

  app.post('/login', answering('accounts', loginSchema, sessionReplySchema), async (request, reply) => {
    const { body, ip } = request
    const address = addressKey(ip)
    const email = accountEmail(body.email)
    // A colleague's guesses must not lock the owner out of their own browser.
    if (await sessions.knows(request, email)) await throttles.signInsOfKnown(email)
    else {
      // Keyed by account and address: guesses from elsewhere must not lock the owner out.
      await throttles.signInsOfAddress(address, () => throttles.signInsToAccount(`${email}\n${address}`))
    }
    const account = await findAccount(database.queries(), body.email)
    // Verifies even without an account: answer and timing must not reveal whether one exists.
    const isRight = await passwords.matches(body.password, account?.passwordHash)
    if (!account || !isRight) throw new ApiError(refusals.wrongCredentials)
    await sessions.endPresent(request)
    const name = await database.transaction((queries) => sessions.begin(queries, account.id))
    return sessions.handOut(reply, name, account)
  })

  app.post('/register', answering('accounts', registerSchema, sessionReplySchema), async (request, reply) => {
    const { email, password } = request.body
    const firstName = required(request.body.firstName, 'First Name')
    const lastName = required(request.body.lastName, 'Last Name')
    await requireGoodPassword(password)
    await throttles.registrations(addressKey(request.ip))
    // Hash outside the transaction: it is slow.
    const passwordHash = await passwords.hash(password)
    const { account, name } = await database.transaction(async (queries) => {
      const account = await insertAccount(queries, { email, firstName, lastName, passwordHash })
      if (!account) throw new ApiError(refusals.accountExists)
      await sendOwnLink(queries, context, account, 'confirm')
      return { account, name: await sessions.begin(queries, account.id) }
    })
    await sessions.endPresent(request)
    return sessions.handOut(reply, name, account)
  })
}

export function registerAccountCalls(app: FastifyInstance, context: AccountContext): void {
  const { sessions, throttles, publicUrl } = context
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isElsewhere(request, publicUrl)) throw new ApiError(refusals.crossSite)
    await throttles.calls((await sessions.nameOf(request)) ?? addressKey(request.ip))
  })
  registerOwnAccount(app, context)
  registerCredentials(app, context)
}

/** `Origin` covers browsers without `Sec-Fetch-Site` (Safari until 16.4). */
function isElsewhere({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  return origin !== undefined && origin !== publicUrl && origin.replace(/^https?:\/\//, '') !== host
}
