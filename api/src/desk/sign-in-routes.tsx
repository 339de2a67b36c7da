import { company } from '@site/shared/company'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { encode } from 'uqr'
import { endStaffSession, findStaffSession, sendStaffLink, takeCode, takeStaffLink, totpOf } from '../staff/staff'
import { addressKey } from '../throttle/address-key'
import { createThrottle } from '../throttle/throttle'
import { type Fields, formTokenOf, isOwnForm, sendPage, type staffCookie } from './reply'
import type { DeskParts } from './routes'
import { EnterPage, Page } from './views/page'
import { Notice } from './views/parts'

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
    return sendPage(reply, <CodePage waiting={waiting} />)
  })

  app.post('/code', async (request: Posted, reply) => {
    const waiting = await findWaiting(request)
    if (!waiting || !isOwnForm(waiting.name, request.body.formToken))
      return sendPage(reply, <SignInPage message={OVER} />, 403)
    const { email } = waiting.session
    await codes(email)
    const opened = await takeCode(database, waiting.name, (request.body.code ?? '').replaceAll(' ', ''), sealer)
    request.log.info({ actor: email, isOpened: opened !== undefined }, 'a code was given at the desk')
    if (!opened) return sendPage(reply, <CodePage waiting={waiting} message={WRONG} />, 403)
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

type CodePageProps = {
  waiting: { name: string; session: NonNullable<Awaited<ReturnType<typeof findStaffSession>>> }
  message?: string
}

function CodePage({ waiting: { name, session }, message }: CodePageProps) {
  return (
    <Page title="Your code">
      {message && <Notice title={message} />}
      {!session.enrolledAt && <Enrolment {...session} />}
      <form method="post" action="/desk/code">
        <input type="hidden" name="formToken" value={formTokenOf(name)} />
        <label>
          The six digits that your authenticator app shows
          <input name="code" inputMode="numeric" autoComplete="one-time-code" pattern="[0-9 ]{6,7}" required />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </Page>
  )
}

function Enrolment({ email, totpKey }: { email: string; totpKey: string }) {
  const uri = totpOf(email, totpKey, company.name).toString()
  const { data, size } = encode(uri)
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <>
      <p>
        Only this once: scan the picture with an authenticator app, such as Google Authenticator or the password manager
        of your phone. Then type the six digits that it shows.
      </p>
      <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="The key as a QR code">
        <path d={squares.join('')} />
      </svg>
      <p>
        <a href={uri}>Open the app on this phone</a>
      </p>
      <p>
        Or type the key: <code>{totpKey.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </>
  )
}

export function SignInPage({ message }: { message?: string }) {
  return (
    <Page title="Sign in">
      {message && <Notice tone="warning" title={message} />}
      <form method="post" action="/desk/link">
        <label>
          Your email address
          <input name="email" type="email" autoComplete="email" required maxLength={254} />
        </label>
        <button type="submit">Send me a link</button>
      </form>
      <p>You open the link that we mail you, then type a code from the authenticator app on your phone.</p>
    </Page>
  )
}
