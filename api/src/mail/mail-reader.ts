import { PAGE_POLICY, policyOf } from '@site/papers/page-policy'
import { renderPage as renderPaperPage } from '@site/papers/render-page'
import { escapeHtml } from '@site/shared/escape-html'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Database } from '../database/database'
import { listMails, type OutboxMail, type OutboxRow, readMail } from './outbox-repository'
import { type MailWriting, writeMail } from './write-mail'

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; color: #13222e; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  table { border-collapse: collapse; }
  th, td { padding: .4rem .8rem; border: 1px solid #d3dde0; text-align: left; overflow-wrap: anywhere; }
  article, pre { border: 1px solid #d3dde0; background: #eef3f4; padding: 1rem; overflow-x: auto; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  dt { font-weight: 600; }
  dd { margin: 0; overflow-wrap: anywhere; }
  .note { background: #ffc61a; padding: .4rem .8rem; }
  @media (max-width: 40rem) {
    body { margin-top: 1rem; overflow-wrap: anywhere; }
    thead { display: none; }
    tr, td { display: block; border: 0; padding: 0; }
    tr { padding: .6rem 0; border-top: 1px solid #d3dde0; }
  }
`

const MAX_LISTED = 100
const POLICY = policyOf(STYLE)

/** Never register it in production: it shows customers' addresses (D-34). */
export function mailReader({ database, ...writing }: MailWriting & { database: Database }): FastifyPluginAsync {
  return async (app) => {
    app.get('/mail', async (_request, reply) => {
      return sendPage(reply, 'Outbox', listHtml(await listMails(database.queries(), MAX_LISTED)))
    })

    app.get<{ Params: { id: string } }>('/mail/:id', async (request, reply) => {
      const { id } = request.params
      const mail = isId(id) ? await readMail(database.queries(), Number(id)) : undefined
      if (!mail) return sendPage(reply.status(404), 'No such message', back)
      return sendPage(reply, 'Message', await messageHtml(mail, writing))
    })

    app.get<{ Params: { id: string; file: string } }>('/mail/:id/:file', async (request, reply) => {
      const { id, file } = request.params
      const mail = isId(id) ? await readMail(database.queries(), Number(id)) : undefined
      const paper = mail?.about?.papers.find(({ number }) => file === `${number}.html`)
      if (paper) return sendHtml(reply, PAGE_POLICY, renderPaperPage(paper))
      const { attachments = [] } = mail ? await writeMail(mail, writing) : {}
      const attached = attachments.find(({ filename }) => filename === file)
      if (!attached) return sendPage(reply.status(404), 'No such file', back)
      return reply.header('cache-control', 'no-store').type(attached.contentType).send(attached.content)
    })
  }
}

const back = '<p><a href="/sandbox/mail">All messages</a></p>'

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}

function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return sendHtml(reply, POLICY, renderPage(title, body))
}

function sendHtml(reply: FastifyReply, policy: string, html: string): FastifyReply {
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-store' }
  return reply.headers(headers).type('text/html; charset=utf-8').send(html)
}

function listHtml(rows: readonly OutboxRow[]): string {
  if (rows.length === 0)
    return '<p>There are no messages yet. One appears here when an order is paid or an account is created.</p>'
  const items = rows.map(
    (row) => `<tr>
      <td>${time(row.createdAt)}</td>
      <td><a href="/sandbox/mail/${row.id}">${escapeHtml(row.orderId === null ? row.kind : `${row.kind} ${row.orderId}`)}</a></td>
      <td>${escapeHtml(row.recipient)}</td>
      <td>${escapeHtml(stateOf(row))}</td>
    </tr>`,
  )
  return `<table>
    <thead><tr><th>Queued</th><th>Message</th><th>To</th><th>State</th></tr></thead>
    <tbody>${items.join('')}</tbody>
  </table>`
}

async function messageHtml(mail: OutboxMail, writing: MailWriting): Promise<string> {
  const { row, about } = mail
  const { from, to, subject, messageId, text, html, attachments } = await writeMail(mail, writing)
  const headers = {
    From: `${from.name} <${from.address}>`,
    To: `${to.name} <${to.address}>`,
    Subject: subject,
    'Message-ID': messageId,
    Queued: time(row.createdAt),
    State: stateOf(row),
  }
  const terms = Object.entries(headers).map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
  const link = (name: string) => `<a href="/sandbox/mail/${row.id}/${name}">${name}</a>`
  const files = attachments.map(({ filename }) => {
    const paper = about?.papers.find(({ number }) => filename === `${number}.pdf`)
    return `<dd>${link(filename)}${paper ? ` (as a page: ${link(`${paper.number}.html`)})` : ''}</dd>`
  })
  const attached = files.length > 0 ? `<dt>Attached</dt>${files.join('')}` : ''
  return `${back}<dl>${terms.join('')}${attached}</dl>
    <h2>As HTML</h2><article>${bodyOf(html)}</article>
    <h2>As text</h2><pre>${escapeHtml(text)}</pre>`
}

function stateOf({ sentAt, attempts, lastError }: OutboxRow): string {
  if (sentAt) return `Sent ${time(sentAt)}`
  return attempts === 0 ? 'Kept' : `Not sent after ${attempts} attempts: ${lastError ?? 'sending now'}`
}

function time(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ')
}

function bodyOf(html: string): string {
  return html.slice(html.indexOf('<body>') + '<body>'.length, html.indexOf('</body>'))
}

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} | Sandbox mail</title>
<style>${STYLE}</style>
</head>
<body>
<p class="note">Sandbox: these messages reach nobody unless SMTP_URL is set.</p>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`
}
