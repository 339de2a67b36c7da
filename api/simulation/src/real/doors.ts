import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MailMessage } from '@site/api/testing/driven-parts'
import type { createMailServer } from '../shop/mail-server'
import { type Actor, doAs } from '../world/actors'
import { waitFor } from './pace'

export type Doors = { ports: Record<'stripe' | 'paypal' | 'mail', number>; close: () => void }

/** Where one server reaches the providers' books and the mail server by real connections. */
export async function openDoors(actor: Actor, mailServer: ReturnType<typeof createMailServer>): Promise<Doors> {
  const open = (answer: (request: IncomingMessage, reply: ServerResponse) => Promise<void>) =>
    listen((request, reply) => {
      waitFor(doAs(actor, () => answer(request, reply))).catch(() => reply.destroy())
    })
  const servers = [
    await open((request, reply) => askBooks('stripe', request, reply)),
    await open((request, reply) => askBooks('paypal', request, reply)),
    await open((request, reply) => takeMail(mailServer, request, reply)),
  ]
  const [stripe = 0, paypal = 0, mail = 0] = servers.map((server) => (server.address() as AddressInfo).port)
  const close = () => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  }
  return { ports: { stripe, paypal, mail }, close }
}

function listen(answer: (request: IncomingMessage, reply: ServerResponse) => void): Promise<HttpServer> {
  const server = createServer(answer)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

/** The world's own `fetch` has the books, and what goes wrong on the way to them. */
async function askBooks(provider: string, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const gone = new AbortController()
  reply.once('close', () => gone.abort())
  const { method = 'GET', url = '/' } = request
  const body = await readText(request)
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const init = { method, headers, signal: gone.signal, ...(body !== '' && { body }) }
  const answer = await fetch(`http://${provider}.test${url}`, init)
  reply.writeHead(answer.status, Object.fromEntries(answer.headers))
  for await (const part of answer.body ?? []) reply.write(part)
  reply.end()
}

async function takeMail(
  { send }: ReturnType<typeof createMailServer>,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  await send(JSON.parse(await readText(request)) as MailMessage)
  reply.writeHead(204).end()
}

async function readText(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8')
  let text = ''
  for await (const part of request) text += part
  return text
}
