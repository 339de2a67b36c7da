import type { IncomingMessage } from 'node:http'
import type { SiteCopy } from '@platform/site/store/site-copy'
import type { FastifyInstance } from 'fastify'
import type { LiveSite } from '../live/live-site'
import { beacon } from './beacon'
import { type Collector, createCollector } from './collect'
import { followApi } from './follow-api'
import { createKnownScripts } from './known-scripts'
import { createLocator } from './locate'
import { createPageMetrics } from './page-metrics'
import { receiveReports, saltOf } from './receive-reports'
import { visitorAddress } from './visitor-address'
import { createVisitLedger } from './visits'

export type PageReports = {
  collector: Collector
  /** A browser was sent a document because its visitor goes there. */
  visit: (composition: number, request: IncomingMessage) => void
  /** Takes in reports at `/beacon`, and follows the API's own answers. */
  register: (app: FastifyInstance, compositionFor: (cookies?: string) => number | undefined) => Promise<void>
  /** For `/metrics`. */
  describe: () => Promise<string>
}

/** What pages say of themselves: counted, and placed in the sources. */
export function createPageReports(site: LiveSite, copy: SiteCopy, trustedProxies?: readonly string[]): PageReports {
  const metrics = createPageMetrics()
  const visits = createVisitLedger()
  const address = visitorAddress(trustedProxies)
  const collector = createCollector((number) => saltOf(site, number), visits, metrics)
  return {
    collector,
    visit: (composition, request) =>
      visits.served(composition, address.sourceOf(request), () => address.addressOf(request)),
    async register(app, compositionFor) {
      const locate = createLocator(copy)
      const receive = receiveReports({ site, collector, visits, scripts: createKnownScripts(copy), locate })
      await app.register(beacon, { receive, mayReport: visits.mayReport, locate })
      followApi(app, visits, compositionFor)
    },
    describe: metrics.describe,
  }
}
