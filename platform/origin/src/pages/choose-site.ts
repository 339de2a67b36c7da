import type { IncomingMessage, ServerResponse } from 'node:http'
import { findAnswer, hasExtension } from '@platform/compose/answers/find-answer'
import type { FileHandler } from '../files/file-handler'
import type { SendPlain } from '../http/plain-reply'
import type { AlternateSites } from '../live/alternate-sites'
import type { LiveSite } from '../live/live-site'
import type { LoadedPages, LoadedSite } from '../live/load-site'
import type { Tally } from '../reports/collect'
import { BUCKET_COOKIE, bucketIn, bucketValue, clearedCookie, drawBucket, isInCanary, siteCookie } from './bucket'
import { servePage } from './page-handler'
import { previewIn } from './previews'

export type Served = 'page' | 'file' | 'none'
export type Serve = (request: IncomingMessage, response: ServerResponse) => Served

type Serving = {
  files: FileHandler
  sendPlain: SendPlain
  isSecure: boolean
  tallyOf: (composition: number) => Tally
  visit: (composition: number, request: IncomingMessage) => void
  networkOf: (request: IncomingMessage) => string
}

const NO_DOCUMENT: readonly number[] = [308, 503]
const BUCKET_SECONDS = 7 * 24 * 60 * 60

export function serveOne(
  { composition, pages, files: index }: LoadedSite,
  { files, sendPlain, tallyOf, visit }: Serving,
): Serve {
  const { number } = composition
  const tally = tallyOf(number)
  return (request, response) => {
    if (servePage(pages, request, response, sendPlain)) {
      tally.documents += 1
      if (isNavigation(request) && !NO_DOCUMENT.includes(response.statusCode)) visit(number, request)
      return 'page'
    }
    return files.serve(index, request, response) ? 'file' : 'none'
  }
}

export function serveChosen(live: LoadedSite, alternates: AlternateSites, serving: Serving): Serve {
  const { files, sendPlain, tallyOf, visit, networkOf, isSecure } = serving
  const { canary } = alternates
  const stable: LoadedSite = { ...live, pages: canary?.stable ?? live.pages }
  const ofLive = tallyOf(live.composition.number)

  return (request, response) => {
    const chosen = choose(request, response)
    if (servePage(chosen.pages, request, response, sendPlain)) {
      // Beside a canary, `choose` counts.
      if (!canary) ofLive.documents += 1
      return 'page'
    }
    response.removeHeader('set-cookie')
    const isFile = files.serve(chosen.files, request, response) || files.serve(stable.files, request, response)
    return isFile ? 'file' : 'none'
  }

  function choose(
    request: IncomingMessage,
    response: ServerResponse,
  ): { pages: LoadedPages; files: LoadedSite['files'] } {
    const { cookie } = request.headers
    const previewed = previewIn(alternates, cookie)
    if (previewed) return previewed
    if (!canary) {
      if (!isForDocument(live.pages, request)) return live
      if (cookie?.includes(`${BUCKET_COOKIE}=`))
        response.setHeader('set-cookie', clearedCookie(BUCKET_COOKIE, isSecure))
      if (isNavigation(request)) visit(live.composition.number, request)
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
        tallyOf(chosen.composition.number).documents += 1
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
