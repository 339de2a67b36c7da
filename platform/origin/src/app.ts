import { createServer, type RequestListener, type Server } from 'node:http'
import { INERT_POLICY, isSecureAddress, securityHeaders } from '@platform/compose/headers/security-headers'
import { openSite } from '@platform/site/open/open-site'
import { buildApi } from '@site/api/app'
import type { Api, ApiHost } from '@site/api/create-api'
import { requestId } from '@site/api/logging'
import { refuseExpectations } from '@site/api/refuse-expectations'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { type Automation, startAutomation } from './automation/automation'
import { type FollowBuilds, registerDevelopment } from './development/register-development'
import { createFileHandler } from './files/file-handler'
import { plainSender } from './http/plain-reply'
import { followSite, type LiveSite } from './live/live-site'
import { type Serve, serveChosen, serveOne } from './pages/choose-site'
import { registerPreviews } from './pages/preview-routes'
import { isPreviewPage, pricingOf } from './pages/pricing'
import { replyToUnknown } from './pages/unknown-address'
import { beacon } from './reports/beacon'
import { createCollector } from './reports/collect'
import { followPages } from './reports/follow-pages'
import { createLocator } from './reports/locate'
import { registerOperations } from './reports/operations'
import { createPageMetrics } from './reports/page-metrics'
import { receiveReports, saltOf } from './reports/receive-reports'

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
  /** Makes the API of this process; absent: its frame alone. */
  createApi?: (host: ApiHost) => Promise<Api>
}

export type Origin = {
  app: FastifyInstance
  site: LiveSite
  /** What is done without a person. */
  automation: Automation
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

/** Builds the origin without listening: pages and files from memory, everything else by Fastify. */
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
  const store = await openSite(options.siteDir, {
    databaseUrl: options.databaseUrl,
    onLost: (error) => app.log.warn({ err: error }, 'a connection to the store was lost'),
  })
  const { copy } = store
  const site = await followSite(copy, app.log)
  followed = site
  const serving = () => site.current()?.composition.number
  const following = store.follow({ refresh: site.refresh, serving, log: app.log })
  const pageMetrics = createPageMetrics()
  const collector = createCollector((number) => saltOf(site, number), pageMetrics)
  const files = createFileHandler(security, sendPlain, app.log)
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
    sendPlain(replyToUnknown(request, site.current() !== undefined), request.raw, reply.raw)
  })
  registerPreviews(app, site, isSecure)
  registerOperations(app, { site, siteDir: options.siteDir, isFollowing: following?.isConnected })
  const endStreams = options.isDevelopment ? registerDevelopment(app, site, options.followBuilds) : () => {}
  const locate = createLocator(copy)
  await app.register(beacon, { receive: receiveReports(site, collector, locate), locate })
  const api = await opening
  const replies = { page: 0, file: 0 }
  api?.registerMetrics(app, { replies: () => replies, describeServer: pageMetrics.describe })
  await app.register(api?.plugin ?? buildApi(), { prefix: '/api' })
  if (api?.sandbox) await app.register(api.sandbox, { prefix: '/sandbox' })
  await app.ready()

  const parts = { files, sendPlain, isSecure, count: (composition: number) => collector.served(composition) }
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
    const served = serve(request, response)
    if (served === 'none') app.routing(request, response)
    else replies[served] += 1
  }
  return {
    app,
    site,
    automation,
    createServer() {
      const server = createServer(connectionLimits, handle)
      refuseExpectations(server, { ...security, 'content-security-policy': INERT_POLICY, 'cache-control': 'no-store' })
      return server
    },
    endStreams,
    async close() {
      countPages()
      await automation.close()
      await following?.close()
      await store.close()
      site.close()
      endStreams()
      await app.close()
      await api?.close()
    },
  }
}
