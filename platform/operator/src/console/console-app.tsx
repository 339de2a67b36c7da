import { messageOf, Refusal } from '@platform/base/errors/refusal'
import type { Actor } from '@platform/site/model/audit-entry'
import { diffSite } from '@platform/site/queries/diff-site'
import { readStatus } from '@platform/site/queries/read-status'
import type { Attention } from '@site/api/admin'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { CommandContext } from '../command/command'
import { formatDiff } from '../format/format-diff'
import { formatAttention } from '../format/format-orders'
import { type Action, actionOf, type Fields, mayDo } from './session/actions'
import { redeemToken } from './session/one-time-links'
import { createSessions, isOwnForm, type Session } from './session/sessions'
import { CanaryPage } from './views/canary-page'
import { ConfirmPage, DonePage } from './views/confirm-page'
import { EnterPage, OutsidePage, RefusedPage } from './views/enter-page'
import { LivePage } from './views/live-page'
import { type CommandOutput, OutputPage } from './views/page'
import { PackageFilter } from './views/parts'
import { ReleasesPage } from './views/releases-page'

export type ConsoleParts = {
  context: CommandContext
  run: (command: readonly string[], context: CommandContext) => Promise<void>
  hosts: () => readonly string[]
  isSecure: boolean
  styles: string
}

const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export function buildConsole(parts: ConsoleParts) {
  const { context } = parts
  const { store } = context
  const sessions = createSessions(parts.isSecure)
  const app = Fastify({ logger: false, bodyLimit: 8 * 1024 })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    // Prevents DNS rebinding.
    if (!parts.hosts().includes(request.headers.host ?? '')) return reply.status(421).send('Misdirected request')
  })
  app.setErrorHandler((error, _request, reply) => {
    const isOurs = !(error instanceof Refusal)
    send(reply.status(isOurs ? 500 : 400), <RefusedPage title="That did not work" message={messageOf(error)} />)
  })
  app.setNotFoundHandler((_request, reply) => {
    send(reply.status(404), <RefusedPage title="Nothing here" message="The console has no such page." />)
  })

  app.get('/console.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(parts.styles))
  app.get<{ Querystring: { token?: string } }>('/enter', (request, reply) =>
    send(reply, <EnterPage token={request.query.token ?? ''} />),
  )
  app.post<{ Body: Fields }>('/enter', async (request, reply) => {
    const person = isForeign(request) ? undefined : await redeemToken(store.copy, request.body.token ?? '')
    if (!person) return send(reply.status(403), <OutsidePage message="This link was used, has expired or never was." />)
    return reply.header('set-cookie', sessions.begin(person)).redirect('/', 303)
  })

  type Show = (session: Session, query: Fields) => Promise<ReactElement>
  const page = (address: string, show: Show) =>
    app.get<{ Querystring: Fields }>(address, async (request, reply) => {
      const session = sessions.find(request.headers.cookie)
      if (!session) return send(reply.status(401), <OutsidePage message="You are not signed in." />)
      await store.refresh('all')
      return send(reply, await show(session, request.query))
    })

  page('/', async (session) => {
    const [status, entries] = await Promise.all([readStatus(store), outputOf('log', '--limit', '5')])
    return <LivePage session={session} status={status} entries={entries.text} may={permissionsOf(session, status)} />
  })
  page('/releases', async (session) => {
    const status = await readStatus(store)
    const hasRegistry = context.registry !== undefined
    return (
      <ReleasesPage session={session} status={status} hasRegistry={hasRegistry} may={permissionsOf(session, status)} />
    )
  })
  page('/canary', async (session) => {
    const [status, health] = await Promise.all([readStatus(store), outputOf('health')])
    return <CanaryPage session={session} status={status} health={health.text} may={permissionsOf(session, status)} />
  })
  page('/record', async (session, { package: chosen }) => {
    const { live } = await readStatus(store)
    const output = await outputOf('log', '--limit', '200', ...(chosen ? [`--package=${chosen}`] : []))
    return (
      <OutputPage title="Record" section="/record" session={session} output={output}>
        <PackageFilter packages={Object.keys(live?.releases ?? {})} chosen={chosen} />
      </OutputPage>
    )
  })
  page('/orders', async (session) => {
    // Hides buyers' names and addresses; `site orders show` has them.
    const output = await context.admin({ do: 'attention' }).then(
      (found: Attention) => ({ text: formatAttention(found, true), refusal: undefined }),
      (error: unknown) => ({ text: '', refusal: messageOf(error) }),
    )
    return <OutputPage title="Orders" section="/orders" session={session} output={output} />
  })
  page('/doctor', async (session) => (
    <OutputPage title="Doctor" section="/doctor" session={session} output={await outputOf('doctor')} />
  ))
  page('/diff', async (session, { before = 'live', after = '' }) => {
    const diff = formatDiff(await diffSite(store, [before, after]))
    const output = { text: diff, refusal: undefined }
    return <OutputPage title={`${before} → ${after}`} section="/releases" session={session} output={output} />
  })

  app.get<{ Params: { name: string }; Querystring: Fields }>('/confirm/:name', async (request, reply) => {
    const session = sessions.find(request.headers.cookie)
    if (!session) return send(reply.status(401), <OutsidePage message="You are not signed in." />)
    await store.refresh('all')
    const { name } = request.params
    const action = await allowedAction(session, name, request.query)
    if (!action) return refuse(reply)
    const compared = action.compare
      ? await diffSite(store, action.compare).then(
          (diff) => ({ diff: formatDiff(diff), problem: undefined }),
          (error: unknown) => ({ diff: undefined, problem: messageOf(error) }),
        )
      : { diff: undefined, problem: undefined }
    return send(
      reply,
      <ConfirmPage session={session} name={name} action={action} fields={request.query} {...compared} />,
    )
  })

  app.post<{ Params: { name: string }; Body: Fields }>('/act/:name', async (request, reply) => {
    const session = sessions.find(request.headers.cookie)
    if (!session) return send(reply.status(401), <OutsidePage message="You are not signed in." />)
    const { formToken, ...fields } = request.body
    if (isForeign(request) || !isOwnForm(session, formToken)) return refuse(reply)
    await store.refresh('all')
    const action = await allowedAction(session, request.params.name, fields)
    if (!action) return refuse(reply)
    const { host } = context.actor
    const output = await run(action.command, { kind: 'console', name: session.name, ...(host && { host }) })
    const isRefused = output.refusal !== undefined
    return send(reply.status(isRefused ? 409 : 200), <DonePage session={session} action={action} output={output} />)
  })

  app.post<{ Body: Fields }>('/leave', (request, reply) => {
    const session = sessions.find(request.headers.cookie)
    if (!session || isForeign(request) || !isOwnForm(session, request.body.formToken)) return refuse(reply)
    reply.header('set-cookie', sessions.end(session))
    return send(reply, <OutsidePage message="You have signed out." />)
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

  async function allowedAction(session: Session, name: string, fields: Fields): Promise<Action | undefined> {
    const action = actionOf(name, fields)
    return mayDo(session, name, fields, await readStatus(store)) ? action : undefined
  }
  return app
}

function permissionsOf(session: Session, status: Awaited<ReturnType<typeof readStatus>>) {
  return (name: string, fields: Fields = {}) => mayDo(session, name, fields, status)
}

function isForeign({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return true
  const { origin, host } = headers
  return origin !== undefined && origin !== 'null' && new URL(origin).host !== host
}

function refuse(reply: FastifyReply) {
  return send(reply.status(403), <RefusedPage title="Not allowed" message="You may not do this here." />)
}

function send(reply: FastifyReply, page: ReactElement) {
  return reply.type('text/html; charset=utf-8').send(renderPage(page))
}

function renderPage(page: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(page)}`
}
