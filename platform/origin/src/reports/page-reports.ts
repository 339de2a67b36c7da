import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import proxyAddress from '@fastify/proxy-addr'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { urlOf } from '@platform/base/address/url-of'
import type { Composition } from '@platform/compose/composition/composition'
import type { FailureOrigin, Family } from '@platform/site/model/health-figures'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { LiveSite } from '../live/live-site'
import type { LoadedSite } from '../live/load-site'
import { createCollector, createPageMetrics } from './collect'
import {
  isFailure,
  isPoor,
  isSeen,
  isSlow,
  MAX_REPORT_BYTES,
  nameReleases,
  originOf,
  type PageReport,
  parseReport,
} from './report'
import { createVisitCounter, networkKey, type VisitCounter } from './visits'

const BUILT = /\/releases\/([a-z][a-z0-9-]*)\/(\d[\w.+-]*)\/([\w.+~-]+\.js):(\d+):(\d+)/

/** Parsing a larger map would hold up every visitor. */
const MAX_MAP_BYTES = 2_000_000

type Locate = (location: string) => Promise<string>

/** Returns `catalog/src/courses/course-card.tsx:31`, or the place unchanged. */
export function createLocator(copy: SiteCopy): Locate {
  const maps = new LRUCache<string, Promise<TraceMap | undefined>>({ max: 8 })

  function mapOf(file: string): Promise<TraceMap | undefined> {
    const read = async () =>
      (await stat(file)).size > MAX_MAP_BYTES ? undefined : new TraceMap(await readFile(file, 'utf8'))
    const map = maps.get(file) ?? read().catch(() => undefined)
    maps.set(file, map)
    return map
  }

  return async (location) => {
    const [, name = '', version = '', file = '', line, column] = BUILT.exec(location) ?? []
    if (!file) return location
    const map = await mapOf(path.join(copy.release(name, version), 'maps', `${file}.map`))
    // Browsers count columns from 1, source maps from 0.
    const found = map && originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) })
    return found?.source ? `${found.source}:${found.line}` : location
  }
}

export type PageReports = ReturnType<typeof createPageReports>

/** Compositions of which a visitor's reports count, the one it gets first. */
type CountedOf = (cookies: string | undefined, network: string) => readonly number[]

export function createPageReports(
  site: LiveSite,
  copy: SiteCopy,
  countedOf: CountedOf,
  trustedProxies?: readonly string[],
) {
  const metrics = createPageMetrics(async () => (await copy.readPointer().catch(() => undefined))?.hold?.by)
  const visits = createVisitCounter()
  const address = visitorAddress(trustedProxies)
  /** Digests of an address differ between compositions and agree between origins. */
  const saltOf = (number: number) => shownSite(site, number)?.composition.fingerprint ?? ''
  const collector = createCollector(saltOf, visits, metrics)
  const locate = createLocator(copy)

  async function receive(said: PageReport, { ip, headers }: FastifyRequest): Promise<PageReport> {
    // If the browser hides the number, uses the only composition that its address got.
    const sentIn = said.composition ?? visits.onlyOne(ip)
    const shown = sentIn === undefined ? undefined : shownSite(site, sentIn)
    if (!shown) return said
    const { number, releases } = shown.composition
    const report = nameReleases(said, releases)
    if (!visits.knows(number, ip) || !countedOf(headers.cookie, networkKey(ip)).includes(number)) return report
    if (report.kind === 'interactive' || report.kind === 'cart') visits.reported(number, ip, report.kind)
    else if (report.kind === 'altered') metrics.altered(number)
    else if (isFailure(report)) await countFailure(report, shown, ip)
    if (isSlow(report)) visits.reported(number, ip, 'slow')
    const page = report.page !== undefined && Object.hasOwn(releases, report.page) ? report.page : 'unknown'
    for (const [name, value] of Object.entries(report.vitals)) {
      collector.measured({ composition: number, name, package: page }, value)
    }
    return report
  }

  async function countFailure(report: PageReport, { composition, files }: LoadedSite, ip: string): Promise<void> {
    const origin = originOf(report, composition)
    if (!origin || !(isSeen(report) || isReal(origin, report, composition, files))) return
    visits.reported(composition.number, ip, 'failed')
    collector.failed(composition.number, { ...origin, location: await locate(origin.location) }, ip)
  }

  function isReal({ location }: FailureOrigin, { message = '' }: PageReport, { pages }: Composition, files: Files) {
    if (!location) return Object.values(pages).some(({ module }) => message.startsWith(`Loading ${module} `))
    const [, name = '', version = '', file = ''] = SCRIPT_PLACE.exec(location) ?? []
    return files.get(`/assets/${name}/${file}`)?.folder === copy.release(name, version)
  }

  async function beacon(app: FastifyInstance): Promise<void> {
    const isLogged = atMost(MAX_LOGGED_PER_MINUTE, 60_000)
    const isStrangerRead = atMost(MAX_STRANGERS_PER_SECOND, 1_000)
    app.removeAllContentTypeParsers()
    // `navigator.sendBeacon` sends a string as text/plain.
    for (const type of ['application/json', 'text/plain']) {
      app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES }, (_request, body, done) => {
        done(null, parseReport(String(body)))
      })
    }
    app.addHook('onRequest', async (request, reply) => {
      if (!isFromOwnPage(request)) return reply.status(403).send()
      if (!visits.mayReport(request.ip) && !isStrangerRead()) return reply.status(429).send()
    })
    app.post<{ Body: PageReport | undefined }>('/beacon', async (request, reply) => {
      const report = request.body && (await receive(request.body, request))
      if (report && (isFailure(report) || isPoor(report)) && isLogged()) {
        const { stack, ...said } = report
        request.log.warn({ report: { ...said, stack: await Promise.all(stack.map(locate)) } }, 'reported by a browser')
      }
      return reply.status(204).send()
    })
  }

  return {
    collector,
    visit: (composition: number, request: IncomingMessage): void =>
      visits.served(composition, address.sourceOf(request), () => ({
        ip: address.addressOf(request),
        family: familyOf(request.headers['user-agent']),
      })),
    networkOf: (request: IncomingMessage): string => networkKey(address.addressOf(request)),
    async register(app: FastifyInstance): Promise<void> {
      await app.register(beacon)
      followApi(app, visits, countedOf)
    },
    describe: metrics.describe,
  }
}

const MAX_LOGGED_PER_MINUTE = 60
/** Limits addresses that got no document: they are only logged and must not crowd out others. */
const MAX_STRANGERS_PER_SECOND = 100

function atMost(limit: number, periodMs: number): () => boolean {
  let period = 0
  let count = 0
  return () => {
    const now = Math.floor(Date.now() / periodMs)
    count = now === period ? count + 1 : 1
    period = now
    return count <= limit
  }
}

function familyOf(agent = ''): Family {
  if (agent.includes('Firefox/')) return 'firefox'
  if (!agent.includes('AppleWebKit/')) return 'other'
  return /Chrom(?:e|ium)\//.test(agent) ? 'chromium' : 'webkit'
}

type Files = LoadedSite['files']

const SCRIPT_PLACE = /^\/releases\/([a-z][a-z0-9-]*)\/([^/\s]+)\/([^/:?\s]+\.js)/

function shownSite(site: LiveSite, number: number): LoadedSite | undefined {
  const shown = [site.current(), site.alternates().canary?.site]
  return shown.find((it) => it?.composition.number === number)
}

function visitorAddress(trustedProxies: readonly string[] = []) {
  const remote = (request: IncomingMessage) => request.socket.remoteAddress ?? ''
  if (trustedProxies.length === 0) return { sourceOf: remote, addressOf: remote }
  const isTrusted = proxyAddress.compile([...trustedProxies])
  return {
    sourceOf: (request: IncomingMessage) => `${remote(request)} ${request.headers['x-forwarded-for'] ?? ''}`,
    addressOf: (request: IncomingMessage) => proxyAddress(request, isTrusted),
  }
}

/** Accepts browsers that send neither header. */
function isFromOwnPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin, host } = headers
  // A proxy may drop the port; `null` is a page without an origin.
  return origin === undefined || urlOf(origin)?.hostname === urlOf(`http://${host}`)?.hostname
}

const BEGINNINGS = ['/api/payments/create-payment-intent', '/api/payments/paypal-create-order']
const FIRST_ERROR = 500
const FIRST_REFUSAL = 300

function followApi(app: FastifyInstance, visits: VisitCounter, countedOf: CountedOf): void {
  app.addHook('onResponse', async (request, { statusCode }) => {
    if (!request.url.startsWith('/api/') || !isFromOwnPage(request)) return
    const isBegun = BEGINNINGS.includes(request.url) && statusCode < FIRST_REFUSAL
    const counted = countedOf(request.headers.cookie, networkKey(request.ip))
    const composition = namedBy(request) ?? counted[0]
    if (composition === undefined || !counted.includes(composition)) return
    if (statusCode >= FIRST_ERROR) visits.reported(composition, request.ip, 'apiFailed')
    else if (isBegun) visits.reported(composition, request.ip, 'payment')
  })
}

/** Only calls that begin a payment name their composition; for others the cookie decides. */
function namedBy({ body }: FastifyRequest): number | undefined {
  const { composition } = (typeof body === 'object' && body !== null ? body : {}) as { composition?: unknown }
  return typeof composition === 'number' ? composition : undefined
}
