import { company } from '@site/shared/company'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endStaffSession, findStaffSession, sendStaffLink, takeCode, takeStaffLink, totpOf } from '../staff/staff'
import { addressKey } from '../throttle/address-key'
import { createThrottle } from '../throttle/throttle'
import { type Fields, formTokenOf, isOwnForm, sendPage, type staffCookie } from './reply'
import type { DeskParts } from './routes'
import { CodePage, SignInPage } from './sign-in-pages'
import { EnterPage } from './views/page'

const LIMIT_SECONDS = 15 * 60
const SENT = 'If this address may use the desk, a link is on its way to it. It works once, within 15 minutes.'
const OVER = 'This link was used, has expired or never was. Ask for another.'
const WRONG = 'This code is wrong or was used already. Wait for the next one.'

type Posted = FastifyRequest<{ Body: Fields }>

/** A mailed link, then a code of an authenticator app. */
export function registerSignIn(
  app: FastifyInstance,
  { services, tokens, roles, sealer }: DeskParts,
  cookie: ReturnType<typeof staffCookie>,
): void {
  const { database } = services
  const limit = (name: string, most: number) =>
    createThrottle(database, { name, limit: most, windowSeconds: LIMIT_SECONDS })
  const links = limit('staff links', 5)
  const linksOfNetwork = limit('staff links of a network', 20)
  const codes = limit('staff codes', 5)

  const findWaiting = async (request: FastifyRequest) => {
    const name = cookie.read(request)
    const session = await findStaffSession(database.queries(), name, sealer)
    return session?.stage === 'code' ? { name, session } : undefined
  }

  app.post('/link', async (request: Posted, reply) => {
    const email = (request.body.email ?? '').trim().toLowerCase()
    const network = addressKey(request.ip)
    // A stranger must not keep the owner out.
    await linksOfNetwork(network, () => links(`${email}\n${network}`))
    // One answer for all, so that it tells no stranger who works here.
    if (roles.has(email)) await sendStaffLink(database.queries(), services, email)
    return sendPage(reply, <SignInPage message={SENT} />)
  })

  app.get('/enter', async (request: FastifyRequest<{ Querystring: Fields }>, reply) =>
    sendPage(reply, <EnterPage token={request.query.token ?? ''} />),
  )

  app.post('/enter', async (request: Posted, reply) => {
    const link = await tokens.verify('link', request.body.token ?? '')
    const session = link && (await takeStaffLink(database, link.name, sealer))
    if (!session) return sendPage(reply, <SignInPage message={OVER} />, 403)
    cookie.set(reply, session)
    return reply.redirect('/desk/code', 303)
  })

  app.get('/code', async (request, reply) => {
    const waiting = await findWaiting(request)
    if (!waiting) return reply.redirect('/desk', 303)
    return sendPage(reply, codePage(waiting))
  })

  app.post('/code', async (request: Posted, reply) => {
    const waiting = await findWaiting(request)
    if (!waiting || !isOwnForm(waiting.name, request.body.formToken))
      return sendPage(reply, <SignInPage message={OVER} />, 403)
    const { email } = waiting.session
    await codes(email)
    const opened = await takeCode(database, waiting.name, (request.body.code ?? '').replaceAll(' ', ''), sealer)
    request.log.info({ actor: email, isOpened: opened !== undefined }, 'a code was given at the desk')
    if (!opened) return sendPage(reply, codePage(waiting, WRONG), 403)
    cookie.set(reply, opened)
    return reply.redirect('/desk', 303)
  })

  app.post('/leave', async (request: Posted, reply) => {
    const name = cookie.read(request)
    if (!isOwnForm(name, request.body.formToken)) return reply.redirect('/desk', 303)
    await endStaffSession(database.queries(), name)
    cookie.clear(reply)
    return sendPage(reply, <SignInPage message="You have signed out." />)
  })
}

type Waiting = { name: string; session: NonNullable<Awaited<ReturnType<typeof findStaffSession>>> }

function codePage({ name, session: { email, totpKey, enrolledAt } }: Waiting, message?: string) {
  const uri = totpOf(email, totpKey, company.name).toString()
  return (
    <CodePage formToken={formTokenOf(name)} message={message} enrolment={enrolledAt ? undefined : { totpKey, uri }} />
  )
}
