import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Page, Request } from '@playwright/test'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { isBadNews } from './reports'
import { test } from './test'

const FORMER_PAGE = `<h1>Welcome to the former site</h1>
<script>navigator.serviceWorker.register('/service-worker.js')</script>`
/** Cache first. */
const FORMER_WORKER = `
addEventListener('install', (event) => event.waitUntil(caches.open('former').then((it) => it.add('/')).then(skipWaiting)))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) =>
  event.respondWith(caches.match(event.request).then((it) => it ?? fetch(event.request))))
`

type Replies = Record<string, (reply: ServerResponse, answer: IncomingMessage, body: Buffer) => unknown>

const failures = {
  'answers 404': (reply) => reply.writeHead(404, { 'content-type': 'text/plain' }).end('Not found'),
  hangs: () => {},
  'is changed': (reply, answer, body) => {
    const changed = `globalThis.isChanged = true;${body}`
    reply.writeHead(200, { ...answer.headers, 'content-length': Buffer.byteLength(changed) }).end(changed)
  },
  'answers 500': (reply) => reply.writeHead(500, { 'content-type': 'text/plain' }).end('Internal error'),
  'breaks off': (reply) => reply.destroy(),
  'is truncated': (reply, answer, body) => {
    reply.writeHead(200, { ...answer.headers, 'content-length': body.length })
    reply.write(body.subarray(0, body.length / 2), () => reply.destroy())
  },
} satisfies Replies

const replies = {
  ...failures,
  'is of a former site': (reply, { headers }) => {
    const type = headers['content-type']
    reply.writeHead(200, { 'content-type': type }).end(type?.includes('javascript') ? FORMER_WORKER : FORMER_PAGE)
  },
} satisfies Replies

export type Failure = keyof typeof replies
export const allFailures = Object.keys(failures) as Failure[]
export type FailingLine = Awaited<ReturnType<typeof openLine>>

const POLICY = 'content-security-policy'

/** A proxy, on which chosen files fail until repaired, keeps the browser's caches in play. */
async function openLine(site: string) {
  let broken: { file: RegExp; failure: Failure } | undefined
  const server = createServer((incoming, reply) => {
    const failure = broken?.file.test(incoming.url ?? '') ? broken.failure : undefined
    const { host, origin } = new URL(site)
    const { method = 'GET', url = '/' } = incoming
    const headers = { ...incoming.headers, host, ...(incoming.headers.origin && { origin }) }
    if (failure) headers['accept-encoding'] = 'identity'
    const forwarded = request(new URL(url, site), { method, headers }, async (answer) => {
      const body = failure && (await buffer(answer).catch(() => undefined))
      if (failure && body) return replies[failure](reply, answer, body)
      const policy = String(answer.headers[POLICY] ?? '').replaceAll(host, incoming.headers.host ?? '')
      reply.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(policy && { [POLICY]: policy }) })
      answer.pipe(reply)
    })
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

export const drill = test.extend<{ line: FailingLine }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  line: async ({}, use) => {
    const line = await openLine(process.env.SITE_URL ?? '')
    await use(line)
    await line.close()
  },
  baseURL: ({ line }, use) => use(line.url),
  expectedErrors: /Failed to load resource|ChunkLoadError|integrity/,
})

export const remotes = [
  { name: 'catalog', path: '/courses/citb-ssp', heading: 'CITB Site Safety Plus', link: 'Our Courses' },
  { name: 'content', path: '/policies', heading: /polic/i, link: 'Policies' },
  { name: 'checkout', path: '/cart', heading: /cart/i, link: 'Sign in' },
] as const
export type Remote = (typeof remotes)[number]
/** Pages of the checkout with a link are documents of their own. */
export const navigated = [remotes[0], remotes[1], remotes[0]] as const

export const entryOf = (remote: string) => new RegExp(`/assets/${remote}/remote-entry\\.[0-9a-f]+\\.js`)

export const scriptOf = (module: string) => new RegExp(`/assets/[^/]+/${module}\\.[0-9a-f]+\\.js`)
export const chunkErrorReport = (page: Page): Promise<Request> => page.waitForRequest(isBadNews)

/** Each item with another failure; with every one when `DRILLS=all`. */
export function drillsOf<Item>(failures: readonly Failure[], items: readonly Item[]): [Failure, Item][] {
  const isNight = process.env.DRILLS === 'all'
  return failures.flatMap((failure, index) =>
    items.filter((_, at) => isNight || at === index).map((item): [Failure, Item] => [failure, item]),
  )
}
