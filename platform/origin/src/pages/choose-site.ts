import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { findAnswer, hasExtension } from '@platform/compose/answers/find-answer'
import type { FastifyInstance } from 'fastify'
import type { FileHandler } from '../files/file-handler'
import type { PlainReply, SendPlain } from '../http/plain-reply'
import type { AlternateSites } from '../live/alternate-sites'
import type { LiveSite } from '../live/live-site'
import type { LoadedPages, LoadedSite } from '../live/load-site'
import type { PageReports } from '../reports/page-reports'
import { BUCKET_COOKIE, bucketIn, bucketValue, clearedCookie, drawBucket, isInCanary, siteCookie } from './bucket'
import { servePage } from './page-handler'
import type { Previews } from './previews'

type Served = 'page' | 'file' | 'none'
type Serve = (request: IncomingMessage, response: ServerResponse) => Served

type Serving = { files: FileHandler; sendPlain: SendPlain; isSecure: boolean; reports: PageReports }

type Handled = Serving & { site: LiveSite; previews: Previews; outOfService: () => string | undefined }

export function createSiteHandler({ site, previews, outOfService, ...serving }: Handled) {
  const replies = { page: 0, file: 0 }
  const chooseServe = (): Serve => {
    const live = site.current()
    return live ? serveShown(live, site.alternates(), serving) : () => 'none'
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
        const isElsewhere = request.headers[IN_SERVICE_HEADER] === 'only' && outOfService() !== undefined
        if (isElsewhere) serving.sendPlain(outOfServiceReply, request, response)
        else if (previews.isAsked(request)) previews.serve(request, response, handleShown, app.routing)
        else handleShown(request, response)
      }
    },
  }
}

/** Set by a balancer with another origin. Without it an out-of-service origin still serves. */
const IN_SERVICE_HEADER = 'x-in-service'

const outOfServiceReply: PlainReply = {
  status: 503,
  text: 'This server is out of service; another one answers.',
  headers: { 'retry-after': '1' },
}

const NO_DOCUMENT: readonly number[] = [308, 503]
const BUCKET_SECONDS = 7 * 24 * 60 * 60

function serveShown(live: LoadedSite, alternates: AlternateSites, serving: Serving): Serve {
  const { files, sendPlain, isSecure, reports } = serving
  const { collector, visit, networkOf } = reports
  const { canary, isSwept } = alternates
  const stable = canary ? { ...live, pages: canary.stable } : live
  const ofLive = collector.tallyOf(live.composition.number)

  return (request, response) => {
    const shown = choose(request, response)
    if (servePage(shown.pages, request, response, sendPlain)) {
      // Beside a canary, `choose` counts.
      if (shown === live && isForDocument(live.pages, request) && !NO_DOCUMENT.includes(response.statusCode)) {
        ofLive.documents += 1
        if (isNavigation(request)) visit(live.composition.number, request)
      }
      return 'page'
    }
    response.removeHeader('set-cookie')
    const isFile = files.serve(shown.files, request, response) || files.serve(stable.files, request, response)
    return isFile ? 'file' : 'none'
  }

  function choose(request: IncomingMessage, response: ServerResponse): LoadedSite {
    const { cookie } = request.headers
    if (!canary) {
      if (isSwept && cookie?.includes(`${BUCKET_COOKIE}=`))
        response.setHeader('set-cookie', clearedCookie(BUCKET_COOKIE, isSecure))
      return live
    }
    const { salt, share } = canary
    const known = bucketIn(cookie, salt)
    // Browsers get the canary with their first document too, so that landing pages are tried. Programs get the live
    // composition.
    const bucket = known?.bucket ?? drawBucket()
    const isTried = isInCanary(bucket, share) && (known !== undefined || isNavigation(request))
    const chosen = isTried ? canary.site : stable
    if (isForDocument(chosen.pages, request)) {
      if (known === undefined) {
        const value = bucketValue(salt, bucket, networkOf(request))
        response.setHeader('set-cookie', siteCookie(BUCKET_COOKIE, value, BUCKET_SECONDS, isSecure))
      }
      if (isCounted(request, known !== undefined)) {
        collector.tallyOf(chosen.composition.number).documents += 1
        // Another network's draw counts for nothing here, so that one bucket cannot speak for many.
        if (known?.isDrawnFor(networkOf(request)) ?? true) visit(chosen.composition.number, request)
      }
    }
    return chosen
  }
}

/** Excludes `robots.txt` and redirects. */
function isForDocument(pages: LoadedPages, { method, url = '' }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !hasExtension(url.split('?', 1)[0] ?? '') && findAnswer(pages, url).type === 'row'
}

/** All browsers send `Sec-Fetch-Dest` since 2023. */
function isNavigation({ headers, method }: IncomingMessage): boolean {
  return headers['sec-fetch-dest'] === 'document' && method === 'GET' && headers['sec-purpose'] === undefined
}

/** Programs keep no cookies; counting them would flatter the live composition. */
function isCounted(request: IncomingMessage, hasBucket: boolean): boolean {
  const isOld = request.headers['sec-fetch-dest'] === undefined && request.method === 'GET'
  return isNavigation(request) || (hasBucket && isOld)
}

/**
 * Beside a canary only a visit counts whose bucket this site drew for its network.
 * @returns the composition that the visitor gets, then others of which its reports count
 */
export function countedCompositions(site: LiveSite, cookies: string | undefined, network: string): readonly number[] {
  const { canary } = site.alternates()
  const live = site.current()
  if (!live) return []
  if (!canary) return [live.composition.number]
  const drawn = bucketIn(cookies, canary.salt)
  if (!drawn?.isDrawnFor(network)) return []
  const isTried = isInCanary(drawn.bucket, canary.share)
  return [...(isTried ? [canary.site.composition.number] : []), live.composition.number]
}
