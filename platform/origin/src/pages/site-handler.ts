import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { FileHandler } from '../files/file-handler'
import type { SendPlain } from '../http/plain-reply'
import type { LiveSite } from '../live/live-site'
import { followPages } from '../reports/follow-pages'
import type { PageReports } from '../reports/page-reports'
import { type Serve, serveChosen, serveOne } from './choose-site'
import type { KeptSites } from './kept-sites'
import { isGivenAway, outOfServiceReply } from './out-of-service'

type Handled = {
  site: LiveSite
  kept: KeptSites
  files: FileHandler
  sendPlain: SendPlain
  isSecure: boolean
  reports: PageReports
  /** Why this origin gives its visitors to the others. */
  outOfService: () => string | undefined
}

export type SiteHandler = {
  /** Pages and files by plain `node:http`; everything else goes to the app. */
  handle: (app: FastifyInstance) => RequestListener
  /** What was sent since the start. */
  replies: { page: number; file: number }
  /** Hands the collector the pages that were served since. */
  countPages: () => void
}

export function createSiteHandler({ site, kept, reports, outOfService, ...serving }: Handled): SiteHandler {
  const { sendPlain } = serving
  const replies = { page: 0, file: 0 }
  const parts = { ...serving, count: reports.collector.served, visit: reports.visit }
  const chooseServe = (): Serve => {
    const live = site.current()
    if (!live) return () => 'none'
    const alternates = site.alternates()
    const isChosen = alternates.canary || alternates.previews.length > 0 || alternates.isSwept
    return isChosen ? serveChosen(live, alternates, parts) : serveOne(live, parts)
  }
  const countPages = followPages(site, reports.collector, () => replies.page)
  let serve = chooseServe()
  site.onShown(() => {
    countPages()
    serve = chooseServe()
  })
  return {
    replies,
    countPages,
    handle(app) {
      const handleShown: RequestListener = (request, response) => {
        const served = serve(request, response)
        if (served === 'none') app.routing(request, response)
        else replies[served] += 1
      }
      return (request, response) => {
        if (isGivenAway(request, outOfService())) return sendPlain(outOfServiceReply, request, response)
        return kept.isAsked(request) ? kept.serve(request, response, handleShown) : handleShown(request, response)
      }
    },
  }
}
