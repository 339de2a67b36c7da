import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { catalogFixture } from '@platform/release/testing/fixture-release'
import { createTestSite } from '@platform/site/testing/test-site'
import type { Api } from '@site/api/create-api'
import { readConfig } from '../config'
import { developmentRoutes } from '../development/register-development'
import { closeServers, listen } from '../http/listen'
import { setUpOrigin, startTestOrigin, until, visitor } from '../testing/test-origin'

const lines: string[] = []
const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } }
const { formerWorkers } = readConfig({ FORMER_WORKERS: '/app/offline.js /sw.js' })
const publicUrl = 'https://shop.example'
let readMetrics: (() => Promise<string>) | undefined
const registerMetrics: Api['registerMetrics'] = (_app, server) => {
  readMetrics = server?.describeServer
}
const options = {
  ...{ extend: developmentRoutes(), publicUrl, formerWorkers, logger, trustedProxies: ['127.0.0.1'] },
  createApi: async () => ({ registerMetrics, close: async () => {} }) as Api,
}
const { site, origin } = setUpOrigin(undefined, options)

const report = (body: string, type = 'text/plain') =>
  origin.send('/beacon', { method: 'POST', body, headers: { 'content-type': type } })

describe('operations', () => {
  it('says that the site is starting until something is live', async () => {
    const empty = await createTestSite()
    const other = await startTestOrigin(empty)
    const { status, headers } = await other.send('/')
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    for (const address of ['/readyz', '/servez', '/composition.json']) {
      expect((await other.send(address)).status).toBe(503)
    }
    await empty.goLive()
    await until(async () => (await other.send('/')).status === 200)
    expect((await other.send('/readyz')).status).toBe(200)
    await other.close()
    await empty.remove()
  })

  it('tells whether the process lives, is ready and can serve pages', async () => {
    expect(JSON.parse((await origin.send('/healthz')).text)).toEqual({ status: 'ok' })
    expect(JSON.parse((await origin.send('/readyz')).text)).toEqual({
      status: 'ready',
      checks: { composition: true, disk: true, api: true },
    })
    const { status, text } = await origin.send('/servez')
    expect([status, JSON.parse(text)]).toEqual([200, { status: 'serving' }])
  })

  it('sends the security headers with every reply', async () => {
    for (const path of ['/healthz', '/nothing', '/nothing.js', '/%zz', '/courses/', '/api/nothing', '/favicon.svg']) {
      const { headers } = await origin.send(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=63072000',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
    }
  })
})

it.each(['/api/payments/create-payment-intent', '/cart'])(
  'refuses an expectation in the shape of every error at %s',
  async (path) => {
    const request = { method: 'POST', body: '{}', headers: { expect: 'a miracle' } }
    const { status, headers, text } = await origin.send(path, request)
    expect([status, headers['content-type']]).toEqual([417, 'application/json; charset=utf-8'])
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(JSON.parse(text)).toEqual({ success: false, code: 'expectation_failed', message: expect.any(String) })
  },
)

describe('R11: reports of browsers', () => {
  beforeEach(() => lines.splice(0))

  it('logs what did not load, as one short line', async () => {
    const { status } = await report(
      JSON.stringify({ name: 'ChunkLoadError', message: 'a\nb', cookie: 'x', url: 'u'.repeat(900) }),
    )
    expect(status).toBe(204)
    const [line = '{}'] = lines
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      report: { name: 'ChunkLoadError', message: 'a b', url: 'u'.repeat(300) },
    })
    expect(line).not.toContain('cookie')
  })

  it.each([
    ['{"url":{"toString":1}}', 204],
    ['{"message":{"toString":null,"valueOf":null},"name":[{"toString":1}]}', 204],
    ['{"name":{"__proto__":null}}', 204],
    ['[]', 204],
    ['null', 204],
    ['x'.repeat(2_049), 413],
  ])('takes %s for what it is and goes on', async (body, status) => {
    for (const type of ['text/plain', 'application/json']) expect((await report(body, type)).status).toBe(status)
    expect((await report(body, 'application/x-www-form-urlencoded')).status).toBe(415)
  })

  it('logs at most sixty in a minute', async () => {
    const nextMinute = Math.ceil(Date.now() / 60_000) * 60_000
    const now = jest.spyOn(Date, 'now').mockReturnValue(nextMinute)
    for (let count = 0; count < 70; count += 1) expect((await report('again')).status).toBe(204)
    expect(lines).toHaveLength(60)
    now.mockReturnValue(nextMinute + 60_000)
    await report('again')
    expect(lines).toHaveLength(61)
  })

  // One address crowded out the reports of all visitors, and the silence of their pages undid every release.
  it('hears a visitor while another sends all that its pages may', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.now())
    const [loud, other] = [visitor(origin, '10.0.0.1'), visitor(origin, '10.0.1.1')]
    for (let count = 0; count < 55; count += 1) await loud.open('/courses')
    const interactive = { composition: await other.open('/courses'), kind: 'interactive' }
    for (let count = 0; count < 520; count += 1) expect([204, 429]).toContain(await loud.say(interactive))
    expect(await other.say(interactive)).toBe(204)
  })
})

// A cache-first worker of the site before a relaunch showed its visitors the old site for ever.
it.each(['/service-worker.js', '/sw.js', '/app/offline.js'])(
  'a service worker of a former site at %s clears its caches, unregisters and reloads its pages',
  async (address) => {
    const { status, headers, text } = await origin.send(address)
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    // One with a wider scope than its folder was never replaced.
    expect(headers['service-worker-allowed']).toBe('/')
    const done: string[] = []
    const heard: Record<string, (event: object) => void> = {}
    const caches = { keys: async () => ['a', 'b'], delete: async (name: string) => done.push(`delete ${name}`) }
    const page = { url: '/courses', navigate: (url: string) => done.push(`navigate ${url}`) }
    runInNewContext(text, {
      addEventListener: (type: string, listener: () => void) => Object.assign(heard, { [type]: listener }),
      skipWaiting: () => done.push('skip'),
      caches,
      registration: { unregister: async () => done.push('unregister') },
      clients: { matchAll: async () => [page] },
    })
    heard.install?.({})
    await new Promise<void>((resolve) => heard.activate?.({ waitUntil: (end: Promise<void>) => resolve(end) }))
    expect(done).toEqual(['skip', 'delete a', 'delete b', 'unregister', 'navigate /courses'])
  },
)

// Its stream ended after 30 s, and what went live before the next one was not told.
it('development tells open pages that another composition is live', async () => {
  const { port, servers } = await listen(['127.0.0.1'], 0, () => origin.origin.createServer().setTimeout(100))
  const event = new Promise<string>((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/dev/events' }, (response) => {
      response.on('error', reject)
      response.on('data', (chunk) => {
        if (!String(chunk).includes('event: composition')) return
        resolve(String(chunk))
        request.destroy()
      })
    })
    request.on('error', reject)
  }).finally(() => closeServers(servers, 0))
  await Promise.race([event, delay(300)])
  await site.publish(catalogFixture({ version: '0.2.0' }))
  await site.activate({ catalog: '0.2.0' })
  expect(await event).toBe('event: composition\ndata: []\n\n')
})

// Each composition left its series in the metrics for good.
it('describes no visits of a composition that was live before', async () => {
  const ada = visitor(origin, '10.0.2.1')
  const measure = async () => {
    const composition = await ada.open('/courses')
    await ada.say({ composition, vitals: { LCP: 900 } })
    expect(await readMetrics?.()).toContain(`deployment_id="${composition}"`)
    return composition
  }
  const before = await measure()
  await site.publish(catalogFixture({ version: '0.3.0' }))
  await site.activate({ catalog: '0.3.0' })
  await until(() => origin.live() !== before)
  expect(await measure()).not.toBe(before)
  expect(await readMetrics?.()).not.toContain(`deployment_id="${before}"`)
})
