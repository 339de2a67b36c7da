import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import { hasErrorCode, messageOf, Refusal } from '@platform/base/errors/refusal'
import type { Actor } from '@platform/site/model/audit-entry'
import { diffSite } from '@platform/site/queries/diff-site'
import { readStatus } from '@platform/site/queries/read-status'
import { frameStaffPages, isOwnForm, sendPage, staffCookie } from '@site/api/staff-reply'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { ReactElement } from 'react'
import type { CommandContext } from '../command/command'
import { formatDiff } from '../format/format-diff'
import { type Action, actionOf, type Fields, mayDo } from './session/actions'
import { createSessions, redeemToken, type Session } from './session/sessions'
import { ConfirmPage, DonePage, PicturesPage } from './views/action-pages'
import { type CommandOutput, EnterPage, OutputPage, OutsidePage, RefusedPage } from './views/page'
import { CanaryPage, LivePage, ReleasesPage } from './views/site-pages'

export type ConsoleParts = {
  context: CommandContext
  run: (command: readonly string[], context: CommandContext) => Promise<void>
  hosts: () => readonly string[]
  isSecure: boolean
  styles: string
}

const NOT_ALLOWED = <RefusedPage title="Not allowed" message="You may not do this here." />

export function buildConsole(parts: ConsoleParts) {
  const { context } = parts
  const { store } = context
  const sessions = createSessions()
  const cookie = staffCookie('console', parts.isSecure)
  const findSession = (request: FastifyRequest) => sessions.find(cookie.read(request))
  const refuse = (reply: FastifyReply) => sendPage(reply, NOT_ALLOWED, 403)
  const app = Fastify({ logger: false, bodyLimit: 8 * 1024 })
  frameStaffPages(app, NOT_ALLOWED)
  app.addHook('onRequest', async (request, reply) => {
    // Prevents DNS rebinding.
    if (!parts.hosts().includes(request.headers.host ?? '')) return reply.status(421).send('Misdirected request')
  })
  app.setErrorHandler((error, _request, reply) => {
    const isOurs = !(error instanceof Refusal)
    sendPage(reply, <RefusedPage title="That did not work" message={messageOf(error)} />, isOurs ? 500 : 400)
  })
  app.setNotFoundHandler((_request, reply) => {
    sendPage(reply, <RefusedPage title="Nothing here" message="The console has no such page." />, 404)
  })

  app.get('/console.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(parts.styles))
  app.get<{ Querystring: { token?: string } }>('/enter', (request, reply) =>
    sendPage(reply, <EnterPage token={request.query.token ?? ''} />),
  )
  app.post<{ Body: Fields }>('/enter', async (request, reply) => {
    const person = await redeemToken(store.copy, request.body.token ?? '')
    if (!person) return sendPage(reply, <OutsidePage message="This link was used, has expired or never was." />, 403)
    cookie.set(reply, sessions.begin(person))
    return reply.redirect('/', 303)
  })

  const withSession =
    <R extends FastifyRequest>(show: (session: Session, request: R, reply: FastifyReply) => Promise<unknown>) =>
    async (request: R, reply: FastifyReply) => {
      const session = findSession(request)
      if (!session) return sendPage(reply, <OutsidePage message="You are not signed in." />, 401)
      await store.refresh('all')
      return show(session, request, reply)
    }
  type Query = FastifyRequest<{ Querystring: Fields }>
  const page = (address: string, show: (session: Session, query: Fields) => Promise<ReactElement>) =>
    app.get(
      address,
      withSession<Query>(async (session, { query }, reply) => sendPage(reply, await show(session, query))),
    )

  page('/', async (session) => {
    const [known, entries] = await Promise.all([statusFor(session), outputOf('log', '--limit', '5')])
    return <LivePage {...known} entries={entries.text} />
  })
  page('/releases', async (session) => (
    <ReleasesPage {...(await statusFor(session))} hasRegistry={context.registry !== undefined} />
  ))
  page('/canary', async (session) => {
    const [known, health] = await Promise.all([statusFor(session), outputOf('health')])
    return <CanaryPage {...known} health={health.text} />
  })
  page('/record', async (session, { package: chosen }) => {
    const { live } = await readStatus(store)
    const output = await outputOf('log', '--limit', '200', ...(chosen ? [`--package=${chosen}`] : []))
    return (
      <OutputPage title="Audit log" section="/record" session={session} output={output}>
        <p>
          {['', ...Object.keys(live?.releases ?? {})].map((name) => (
            <a key={name} href={`/record?package=${name}`} aria-current={name === (chosen ?? '') || undefined}>
              {name || 'All'}
            </a>
          ))}
        </p>
      </OutputPage>
    )
  })
  page('/doctor', async (session) => (
    <OutputPage title="Doctor" section="/doctor" session={session} output={await outputOf('doctor')} />
  ))
  page('/diff', async (session, { before = 'live', after = '' }) => {
    const output = { text: formatDiff(await diffSite(store, [before, after])) }
    return <OutputPage title={`${before} → ${after}`} section="/releases" session={session} output={output} />
  })

  page('/pictures', async (session) => {
    const files = await readdir(store.copy.pictures).catch(() => [])
    return <PicturesPage session={session} files={files} />
  })
  app.get(
    '/pictures/:file',
    withSession<FastifyRequest<{ Params: { file: string } }>>(async (_session, { params: { file } }, reply) => {
      const place = path.join(store.copy.pictures, file)
      const picture = /^[\w-]+\.png$/.test(file) && (await readFile(place).catch(() => undefined))
      return picture ? reply.type('image/png').send(picture) : reply.callNotFound()
    }),
  )

  app.get(
    '/confirm/:name',
    withSession<FastifyRequest<{ Params: { name: string }; Querystring: Fields }>>(
      async (session, { params: { name }, query }, reply) => {
        const action = await allowedAction(session, name, query)
        if (!action) return refuse(reply)
        const { compare } = action
        const diff = compare ? await caught(async () => formatDiff(await diffSite(store, compare))) : { text: '' }
        return sendPage(reply, <ConfirmPage session={session} name={name} action={action} fields={query} diff={diff} />)
      },
    ),
  )

  app.post(
    '/act/:name',
    withSession<FastifyRequest<{ Params: { name: string }; Body: Fields }>>(async (session, request, reply) => {
      const { formToken, ...fields } = request.body
      if (!isOwnForm(session.id, formToken)) return refuse(reply)
      const action = await allowedAction(session, request.params.name, fields)
      if (!action) return refuse(reply)
      const { host } = context.actor
      const output = await run(action.command, { kind: 'console', name: session.name, ...(host && { host }) })
      const page = <DonePage session={session} action={action} output={output} />
      return sendPage(reply, page, output.refusal === undefined ? 200 : 409)
    }),
  )

  app.post<{ Body: Fields }>('/leave', (request, reply) => {
    const session = findSession(request)
    if (!session || !isOwnForm(session.id, request.body.formToken)) return refuse(reply)
    sessions.end(session)
    cookie.clear(reply)
    return sendPage(reply, <OutsidePage message="You have signed out." />)
  })

  async function run(command: readonly string[], actor: Actor): Promise<CommandOutput> {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    const refusal = await parts.run(command, { ...context, actor, print, warn: print }).then(() => undefined, messageOf)
    return { text: lines.join('\n'), refusal }
  }

  function outputOf(...command: string[]): Promise<CommandOutput> {
    return run(command, context.actor)
  }

  async function statusFor(session: Session) {
    const status = await readStatus(store)
    return { session, status, may: (name: string, fields: Fields = {}) => mayDo(session, name, fields, status) }
  }

  async function allowedAction(session: Session, name: string, fields: Fields): Promise<Action | undefined> {
    const action = actionOf(name, fields)
    return mayDo(session, name, fields, await readStatus(store)) ? action : undefined
  }
  return app
}

function caught(work: () => Promise<string>): Promise<CommandOutput> {
  return work().then(
    (text) => ({ text }),
    (error: unknown) => ({ text: '', refusal: messageOf(error) }),
  )
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

type ConsoleAddress = {
  host: string
  port: number
  /** https address of a proxy in front. */
  url?: string | undefined
}

/** @throws Refusal for a network address without an https proxy */
export async function serveConsole(
  { host, port, url }: ConsoleAddress,
  parts: Omit<ConsoleParts, 'hosts' | 'isSecure' | 'styles'>,
) {
  if (!LOOPBACK.has(host) && !url?.startsWith('https://')) {
    throw new Refusal(
      `On ${host} other machines could read the console's traffic. Put a proxy with https in front and name its address: ` +
        '--url https://console.example',
    )
  }
  const styles = await readFile(path.join(__dirname, 'console/console.css'), 'utf8')
  let names: string[] = []
  const app = buildConsole({ ...parts, styles, hosts: () => names, isSecure: url?.startsWith('https://') ?? false })
  await app.listen({ host, port }).catch((error: unknown) => {
    if (!hasErrorCode(error, 'EADDRINUSE')) throw error
    throw new Refusal(
      `Port ${port} of ${host} is in use. Stop the other program or name a free one: --listen ${host}:0`,
    )
  })
  const bound = app.server.address()
  const own = `http://${host === '::1' ? '[::1]' : host}:${bound && typeof bound === 'object' ? bound.port : port}`
  names = [own, url].flatMap((address) => (address ? [new URL(address).host] : []))
  const reached = url ?? own
  await replaceFile(parts.context.store.copy.consoleAddress, `${reached}\n`)
  return { url: reached, close: () => app.close() }
}
