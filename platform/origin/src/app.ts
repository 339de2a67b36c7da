import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { INERT_POLICY, isSecureAddress, securityHeaders } from '@platform/compose/headers/security-headers'
import { openSite } from '@platform/site/open/open-site'
import type { GivenKeys } from '@platform/site/signatures/given-keys'
import { buildApi } from '@site/api/app'
import type { Api, ApiHost } from '@site/api/create-api'
import { requestId } from '@site/api/logging'
import { refuseExpectations } from '@site/api/refuse-expectations'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { type Automation, startAutomation } from './automation/automation'
import { type Deltas, followDeltas, type StartDeltas } from './deltas/follow-deltas'
import { type FollowBuilds, registerDevelopment } from './development/register-development'
import { createFileHandler } from './files/file-handler'
import { plainSender } from './http/plain-reply'
import { followSite, type LiveSite } from './live/live-site'
import { lacksPages } from './live/load-site'
import { DEFAULT_PAGE_MEMORY_BYTES, openSource } from './live/site-source'
import { startNotifications } from './notifications/start-notifications'
import type { WebhookSettings } from './notifications/webhook'
import { compositionOfCookie, type Serve, serveChosen, serveOne } from './pages/choose-site'
import { createKeptSites } from './pages/kept-sites'
import { isGivenAway, outOfServiceReply } from './pages/out-of-service'
import { registerPreviews } from './pages/preview-routes'
import { isPreviewPage, pricingOf } from './pages/pricing'
import { replyToUnknown } from './pages/unknown-address'
import { beacon } from './reports/beacon'
import { createCollector } from './reports/collect'
import { followApi } from './reports/follow-api'
import { followPages } from './reports/follow-pages'
import { createKnownScripts } from './reports/known-scripts'
import { createLocator } from './reports/locate'
import { registerOperations } from './reports/operations'
import { createPageMetrics } from './reports/page-metrics'
import { receiveReports, saltOf } from './reports/receive-reports'
import { visitorAddress } from './reports/visitor-address'
import { createVisitLedger } from './reports/visits'

export type OriginOptions = {
  siteDir: string
  publicUrl: string
  isDevelopment: boolean
  /** Development only: what the program that builds has to say. */
  followBuilds?: FollowBuilds
  logger: FastifyServerOptions['logger']
  /** Addresses whose `X-Forwarded-For` is believed; none by default. */
  trustedProxies?: string[]
  /** The PostgreSQL server that says what is live for several machines; absent: the folder says it. */
  databaseUrl?: string | undefined
  /** Who is told of what happens without a person; absent: nobody. */
  webhook?: WebhookSettings | undefined
  /** Whose signature is believed, where variables say it; absent: the folder says it. */
  keys?: GivenKeys | undefined
  /** Of pages that stay in memory; the others come from files. */
  pageMemoryBytes?: number
  /** Makes deltas for returning visitors, beside this process's work; absent: everybody is sent whole files. */
  startDeltas?: StartDeltas | undefined
  /** Makes the API of this process; absent: its frame alone. */
  createApi?: (host: ApiHost) => Promise<Api>
}

export type Origin = {
  app: FastifyInstance
  site: LiveSite
  /** What is done without a person. */
  automation: Automation
  /** What returning visitors are sent in place of whole files. */
  deltas: Deltas | undefined
  /** A server of this origin; one for each address it listens on. */
  createServer: () => Server
  /** Ends answers that would never end by themselves, so that the servers can finish the others. */
  endStreams: () => void
  /** Of everything behind the servers; requests that are still under way get no answer any more. */
  close: () => Promise<void>
}

/** A slow or silent client holds a connection for seconds, not for minutes; checked often enough to mean it. */
const connectionLimits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 8_192,
}

/** Builds the origin without listening: pages and files by plain `node:http`, everything else by Fastify. */
export async function buildOrigin(options: OriginOptions): Promise<Origin> {
  const app = Fastify({
    logger: options.logger ?? false,
    genReqId: requestId,
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 32 * 1024,
    routerOptions: { maxParamLength: 200 },
  })
  const isSecure = isSecureAddress(options.publicUrl)
  const security = securityHeaders({ isSecure })
  const sendPlain = plainSender(security)
  let followed: LiveSite | undefined
  // Before the pages are read: the database opens in a thread of its own meanwhile.
  const opening = options.createApi?.({
    pricing: (composition) => followed && pricingOf(followed, composition),
    isPreview: (page) => followed !== undefined && isPreviewPage(followed, page),
    log: app.log,
  })
  // Whoever waits for it below gets its failure; until then it must not end the process.
  opening?.catch(() => {})
  const opened = await openSite(options.siteDir, {
    databaseUrl: options.databaseUrl,
    keys: { ...options.keys, isReading: true },
    onLost: (error) => app.log.warn({ err: error }, 'a connection to the store was lost'),
  })
  const notifications = options.webhook && startNotifications(opened, options.webhook, app.log)
  const store = notifications?.store ?? opened
  const { copy } = store
  const source = openSource(copy, options.pageMemoryBytes ?? DEFAULT_PAGE_MEMORY_BYTES, app.log)
  const site = await followSite(source, app.log)
  followed = site
  const serving = () => {
    const current = site.current()
    // Who shows a part of it is not counted on.
    return current && !lacksPages(current) ? current.composition.number : undefined
  }
  const following = store.follow({ refresh: site.refresh, serving, failure: site.failure, log: app.log })
  const outOfService = () => following?.outOfService()
  const pageMetrics = createPageMetrics()
  const visits = createVisitLedger()
  const address = visitorAddress(options.trustedProxies)
  const collector = createCollector((number) => saltOf(site, number), visits, pageMetrics)
  // While somebody edits, each build would be compared with the ten before it.
  const makesDeltas = !options.isDevelopment && options.startDeltas
  const deltas = makesDeltas ? followDeltas(copy, site, app.log, makesDeltas) : undefined
  const files = createFileHandler(security, sendPlain, app.log, deltas?.find)
  site.onChange((loaded) => files.forget(loaded.files))

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...security, 'content-security-policy': INERT_POLICY, 'cache-control': 'no-store' })
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    request.log.debug({ method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
  })
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    sendPlain(replyToUnknown(request, site.current()), request.raw, reply.raw)
  })
  const kept = createKeptSites(source, site, { files, sendPlain }, app.log)
  registerPreviews(app, site, kept, isSecure)
  registerOperations(app, { site, siteDir: options.siteDir, isFollowing: following?.isConnected, outOfService })
  const endStreams = options.isDevelopment ? registerDevelopment(app, site, options.followBuilds) : () => {}
  const locate = createLocator(copy)
  const receive = receiveReports({ site, collector, visits, scripts: createKnownScripts(copy), locate })
  await app.register(beacon, { receive, mayReport: visits.mayReport, locate })
  followApi(app, visits, (cookies) => compositionOfCookie(site, cookies))
  const api = await opening
  const replies = { page: 0, file: 0 }
  api?.registerMetrics(app, { replies: () => replies, describeServer: pageMetrics.describe })
  await app.register(api?.plugin ?? buildApi(), { prefix: '/api' })
  if (api?.sandbox) await app.register(api.sandbox, { prefix: '/sandbox' })
  await app.ready()

  const visit = (composition: number, request: IncomingMessage) =>
    visits.served(composition, address.sourceOf(request), () => address.addressOf(request))
  const parts = { files, sendPlain, isSecure, count: (composition: number) => collector.served(composition), visit }
  const chooseServe = (): Serve => {
    const live = site.current()
    if (!live) return () => 'none'
    const alternates = site.alternates()
    const isChosen = alternates.canary || alternates.previews.length > 0 || alternates.isSwept
    return isChosen ? serveChosen(live, alternates, parts) : serveOne(live, parts)
  }
  const countPages = followPages(site, collector, () => replies.page)
  const automation = startAutomation({ store, collector, count: countPages, log: app.log })
  let serve = chooseServe()
  site.onShown(() => {
    countPages()
    serve = chooseServe()
  })
  const handle: RequestListener = (request, response) => {
    if (isGivenAway(request, outOfService())) return sendPlain(outOfServiceReply, request, response)
    return kept.isAsked(request) ? kept.serve(request, response, handleShown) : handleShown(request, response)
  }
  const handleShown: RequestListener = (request, response) => {
    const served = serve(request, response)
    if (served === 'none') app.routing(request, response)
    else replies[served] += 1
  }
  return {
    app,
    site,
    automation,
    deltas,
    createServer() {
      const server = createServer(connectionLimits, handle)
      refuseExpectations(server, { ...security, 'content-security-policy': INERT_POLICY, 'cache-control': 'no-store' })
      return server
    },
    endStreams,
    async close() {
      countPages()
      await automation.close()
      await deltas?.close()
      await notifications?.close()
      await following?.close()
      await store.close()
      site.close()
      source.packs.close()
      endStreams()
      await app.close()
      await api?.close()
    },
  }
}
