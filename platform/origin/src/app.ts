import { isSecureAddress, securityHeaders } from '@platform/compose/headers/security-headers'
import { openSite } from '@platform/site/open/open-site'
import type { GivenKeys } from '@platform/site/signatures/given-keys'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import { buildApi } from '@site/api/app'
import type { Api, ApiHost } from '@site/api/create-api'
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify'
import { startAutomation } from './automation/automation'
import { createFileHandler, type FileVariants } from './files/file-handler'
import { endFormerWorkers } from './files/former-workers'
import { createApp, createHttpServer } from './http/create-app'
import { guardRequests } from './http/guard-requests'
import { plainSender } from './http/plain-reply'
import { createLiveBlobs, DEFAULT_PAGE_MEMORY_BYTES } from './live/live-blobs'
import { followSite, type LiveSite } from './live/live-site'
import { lacksPages } from './live/load-site'
import { countedCompositions, createSiteHandler } from './pages/choose-site'
import { replyToUnknown } from './pages/page-handler'
import { createPreviews, registerPreviews } from './pages/previews'
import { isPreviewPage, pricingOf } from './pages/pricing'
import { registerOperations } from './reports/operations'
import { createPageReports } from './reports/page-reports'

export type OriginOptions = {
  siteDir: string
  publicUrl: string
  logger: FastifyServerOptions['logger']
  /** Proxies whose `X-Forwarded-For` is trusted; none by default. */
  trustedProxies?: string[]
  /** Absent: the folder is the site. */
  databaseUrl?: string | undefined
  keys?: GivenKeys | undefined
  /** Addresses of service workers of an earlier site, besides the usual ones. */
  formerWorkers?: readonly string[]
  pageMemoryBytes?: number
  createApi?: (host: ApiHost) => Promise<Api>
  fileVariants?: ((copy: SiteCopy, site: LiveSite, log: FastifyBaseLogger) => FileVariants) | undefined
  /**
   * For `development/`.
   * @returns a function that ends event streams
   */
  extend?: ((app: FastifyInstance, site: LiveSite) => () => void) | undefined
}

export async function buildOrigin(options: OriginOptions) {
  const { siteDir, trustedProxies } = options
  const isSecure = isSecureAddress(options.publicUrl)
  const security = securityHeaders({ isSecure })
  const sendPlain = plainSender(security)
  const app = createApp(options, security)
  const shown: { site?: LiveSite } = {}
  const opening = options.createApi?.({
    pricing: (composition) => shown.site && pricingOf(shown.site, composition),
    isPreview: (page) => shown.site !== undefined && isPreviewPage(shown.site, page),
    shownFacts: () => shown.site?.current()?.composition.settings.company,
    log: app.log,
  })
  // Awaited below; an earlier rejection must not end the process.
  opening?.catch(() => {})
  const { store, source, site, following, closeStore } = await openLiveSite(options, app.log)
  shown.site = site
  const outOfService = () => following?.outOfService()

  const reports = createPageReports(site, store.copy, (...of) => countedCompositions(site, ...of), trustedProxies)
  const variants = options.fileVariants?.(store.copy, site, app.log)
  const files = createFileHandler(security, sendPlain, app.log, variants)
  site.onChange((loaded) => files.forget(loaded.files))
  site.onChange(reports.collector.forget)
  const previews = createPreviews(source, site, { files, sendPlain }, app.log)
  const handler = createSiteHandler({ site, previews, files, sendPlain, isSecure, reports, outOfService })

  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    sendPlain(replyToUnknown(request, site.current()), request.raw, reply.raw)
  })
  registerPreviews(app, site, store.copy, isSecure)
  endFormerWorkers(app, options.formerWorkers)
  registerOperations(app, { site, siteDir, isFollowing: following?.isConnected, outOfService })
  const endStreams = options.extend?.(app, site) ?? (() => {})
  await reports.register(app)
  const api = await opening
  api?.registerMetrics(app, { replies: () => handler.replies, describeServer: reports.describe })
  await app.register(api?.plugin ?? buildApi(), { prefix: '/api' })
  if (api?.sandbox) await app.register(api.sandbox, { prefix: '/sandbox' })
  if (api?.desk) await app.register(api.desk, { prefix: '/desk' })
  await app.ready()

  const handle = guardRequests(handler.handle(app), {
    sendPlain,
    publicUrls: () => [options.publicUrl, site.current()?.pages.publicUrl],
  })
  const automation = startAutomation({ store, collector: reports.collector, log: app.log })
  return {
    app,
    site,
    automation,
    /** Resolves when the shop can sell. */
    opened: api?.opened,
    hasDesk: api?.desk !== undefined,
    createServer: () => createHttpServer(handle, security, trustedProxies ?? []),
    endStreams,
    async close() {
      await automation.close()
      await variants?.close()
      await closeStore()
      endStreams()
      await app.close()
      await api?.close()
    },
  }
}

async function openLiveSite(options: OriginOptions, log: FastifyBaseLogger) {
  const store = await openSite(options.siteDir, {
    databaseUrl: options.databaseUrl,
    keys: { ...options.keys, isReading: true },
    onLost: (error) => log.warn({ err: error }, 'a connection to the store was lost'),
  })
  const { copy } = store
  const source = { copy, blobs: createLiveBlobs(copy, options.pageMemoryBytes ?? DEFAULT_PAGE_MEMORY_BYTES, log) }
  const site = await followSite(source, log)
  const serving = () => {
    const current = site.current()
    // Other origins must not rely on one that lacks pages.
    return current && !lacksPages(current) ? current.composition.number : undefined
  }
  const following = store.follow({ refresh: site.refresh, serving, failure: site.failure, log })
  return {
    store,
    source,
    site,
    following,
    async closeStore() {
      await following?.close()
      await store.close()
      site.close()
    },
  }
}
