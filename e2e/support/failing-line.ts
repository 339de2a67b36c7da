import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { freePort } from '../../scripts/lib/free-port.mjs'

/** The ways in which a file can fail to arrive; what hangs is never answered. */
export const failures = {
  'answers 404': (reply) => reply.writeHead(404, { 'content-type': 'text/plain' }).end('Not found'),
  'answers 500': (reply) => reply.writeHead(500, { 'content-type': 'text/plain' }).end('Internal error'),
  'breaks off': (reply) => reply.destroy(),
  hangs: () => {},
  'is truncated': (reply, answer, body) => {
    reply.writeHead(200, { ...answer.headers, 'content-length': body.length })
    reply.write(body.subarray(0, body.length / 2), () => reply.destroy())
  },
  // Still a valid script that would do its work: only its digest tells.
  'has a changed byte': (reply, answer, body) => {
    reply.writeHead(200, { ...answer.headers, 'content-length': body.length + 1 }).end(`${body} `)
  },
} satisfies Record<string, (reply: ServerResponse, answer: IncomingMessage, body: Buffer) => unknown>

export type Failure = keyof typeof failures
export const allFailures = Object.keys(failures) as Failure[]
export type FailingLine = Awaited<ReturnType<typeof openLine>>

/**
 * A line to a site on which chosen files fail until it is repaired. Unlike intercepting requests in
 * the browser it leaves the browser's caches at work, which is where a bad file may stay.
 */
export async function openLine(site: string) {
  let broken: { file: RegExp; failure: Failure } | undefined
  const server = createServer((incoming, reply) => {
    const failure = broken?.file.test(incoming.url ?? '') ? broken.failure : undefined
    const headers = { ...incoming.headers, host: new URL(site).host, ...(failure && { 'accept-encoding': 'identity' }) }
    const { method = 'GET', url = '/' } = incoming
    const forwarded = request(new URL(url, site), { method, headers }, async (answer) => {
      const body = failure && (await readBody(answer))
      if (failure && body) return failures[failure](reply, answer, body)
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    // The browser has gone away, or the site has: either way there is nobody to tell.
    forwarded.on('error', () => reply.destroy())
    reply.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  const port = await freePort()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, 'localhost', () => resolve()))
  return {
    url: `http://localhost:${port}`,
    break(file: RegExp, failure: Failure): void {
      broken = { file, failure }
    },
    repair(): void {
      broken = undefined
    },
    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Nothing when the browser has gone away meanwhile. */
async function readBody(answer: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of answer) chunks.push(chunk)
    return Buffer.concat(chunks)
  } catch {
    return undefined
  }
}
