import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { FileHandler } from '../files/file-handler'
import type { PlainReply, SendPlain } from '../http/plain-reply'
import type { LiveSite } from '../live/live-site'
import type { PageReports } from '../reports/page-reports'
import { type Serve, serveChosen, serveOne } from './choose-site'
import type { KeptSites } from './previews'

type Handled = {
  site: LiveSite
  kept: KeptSites
  files: FileHandler
  sendPlain: SendPlain
  isSecure: boolean
  reports: PageReports
  outOfService: () => string | undefined
}

export function createSiteHandler({ site, kept, reports, outOfService, ...serving }: Handled) {
  const { sendPlain } = serving
  const replies = { page: 0, file: 0 }
  const { collector, visit, networkOf } = reports
  const parts = { ...serving, tallyOf: collector.tallyOf, visit, networkOf }
  const chooseServe = (): Serve => {
    const live = site.current()
    if (!live) return () => 'none'
    const alternates = site.alternates()
    const isChosen = alternates.canary || alternates.previews.length > 0 || alternates.isSwept
    return isChosen ? serveChosen(live, alternates, parts) : serveOne(live, parts)
  }
  let serve = chooseServe()
  site.onShown(() => {
    serve = chooseServe()
  })
  return {
    replies,
    handle(app: FastifyInstance): RequestListener {
      const handleShown: RequestListener = (request, response) => {
        const served = serve(request, response)
        if (served === 'none') app.routing(request, response)
        else replies[served] += 1
      }
      return (request, response) => {
        if (shouldFailOver(request, outOfService())) return sendPlain(outOfServiceReply, request, response)
        return kept.isAsked(request) ? kept.serve(request, response, handleShown) : handleShown(request, response)
      }
    },
  }
}

/** Set by a balancer with another origin. Without it an out-of-service origin still serves. */
const HEADER = 'x-in-service'

const outOfServiceReply: PlainReply = {
  status: 503,
  text: 'This server is out of service; another one answers.',
  headers: { 'retry-after': '1' },
}

function shouldFailOver({ headers }: IncomingMessage, outOfService: string | undefined): boolean {
  return outOfService !== undefined && headers[HEADER] === 'only'
}
