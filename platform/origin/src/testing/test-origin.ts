import http from 'node:http'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { buildOrigin, type OriginOptions } from '../app'
import { listen, stopOrigin } from '../http/listen'
import { bucketValue } from '../pages/bucket'
import { networkKey } from '../reports/visits'

export type TestOrigin = Awaited<ReturnType<typeof startTestOrigin>>

export async function startTestOrigin(site: Pick<TestSite, 'copy'>, options: Partial<OriginOptions> = {}) {
  const publicUrl = 'http://localhost:3000'
  const origin = await buildOrigin({ siteDir: site.copy.root, publicUrl, logger: false, ...options })
  const { port, servers } = await listen(['127.0.0.1'], 0, origin.createServer)
  return {
    origin,
    port,
    live: () => origin.site.current()?.composition.number,
    isLive: (number: number) => until(() => origin.site.current()?.composition.number === number),
    canary: () => origin.site.alternates().canary,
    send: (path: string, request?: RequestOptions) => sendRequest(port, path, request),
    close: () => stopOrigin(origin, servers, 100),
  }
}

export function setUpOrigin(
  prepare: (site: TestSite) => Promise<unknown> = (site) => site.goLive(),
  options: Partial<OriginOptions> = {},
) {
  const [site, origin] = [{} as TestSite, {} as TestOrigin]
  const start = async () => void Object.assign(origin, await startTestOrigin(site, options))
  beforeAll(async () => {
    Object.assign(site, await createTestSite())
    await prepare(site)
    await start()
  })
  afterAll(async () => {
    await origin.close()
    await site.remove()
  })
  return { site, origin, start }
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('It did not happen within thirty seconds')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export type Reply = { status: number; headers: http.IncomingHttpHeaders; body: Buffer; text: string }
export type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string }

export function compositionIn({ headers }: Pick<Reply, 'headers'>): number {
  return Number(/composition;desc=(\d+)/.exec(String(headers['server-timing']))?.[1])
}

/** `fetch` would normalise the path and decompress the body. */
export function sendRequest(port: number, path: string, options: RequestOptions = {}): Promise<Reply> {
  const { method = 'GET', headers, body } = options
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path, method, ...(headers && { headers }) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const content = Buffer.concat(chunks)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content, text: String(content) })
      })
    })
    // The server may end an idle connection just as it is used again.
    request.on('error', (error) => (request.reusedSocket ? resolve(sendRequest(port, path, options)) : reject(error)))
    request.end(body)
  })
}

type Served = Pick<TestOrigin, 'origin' | 'send'>

export function visitor(origin: Served, ip: string, cookie = '', agent = '') {
  const from = () => ({
    ...{ 'sec-fetch-dest': 'document', 'x-forwarded-for': ip, 'user-agent': agent },
    ...(cookie && { cookie }),
  })
  return {
    cookie: () => cookie,
    async open(path: string): Promise<number> {
      const reply = await origin.send(path, { headers: from() })
      const [kept] = reply.headers['set-cookie']?.[0]?.split(';') ?? []
      if (kept) cookie = kept
      return compositionIn(reply)
    },
    choose(salt: string, bucket: number) {
      cookie = bucketCookie(salt, bucket, ip)
    },
    say: (report: object) => post(origin, ip, JSON.stringify(report), cookie ? { cookie } : {}),
  }
}

export function bucketCookie(salt: string, bucket: number, ip = '127.0.0.1'): string {
  return `site_rollout=${bucketValue(salt, bucket, networkKey(ip))}`
}

export async function post(origin: Served, ip: string, payload: string, headers: Record<string, string> = {}) {
  const said = { 'content-type': 'text/plain', 'x-forwarded-for': ip, ...headers }
  const { statusCode } = await origin.origin.app.inject({ method: 'POST', url: '/beacon', headers: said, payload })
  return statusCode
}

export function addressNumber(index: number, network = 10): string {
  return `${network}.${(index >> 8) & 255}.${index & 255}.1`
}
