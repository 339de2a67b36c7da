/**
 * Who gets the canary, who a preview and who what is live: decided here, for each request, by cookies alone. Which buckets
 * a share covers is in `bucket.ts`.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FileHandler } from '../files/file-handler'
import type { SendPlain } from '../http/plain-reply'
import type { AlternateSites } from '../live/alternate-sites'
import type { LiveSite } from '../live/live-site'
import type { LoadedPages } from '../live/load-pages'
import type { LoadedSite } from '../live/load-site'
import { withChosenFiles } from './alternate-files'
import { BUCKET_COOKIE, bucketIn, bucketValue, drawBucket, hasBucket, isInCanary } from './bucket'
import { clearedCookie, siteCookie } from './cookies'
import { isForDocument } from './find-document'
import { servePage } from './page-handler'
import { previewIn } from './preview-in'

/** What was sent, for the count; `none`: others answer. */
export type Served = 'page' | 'file' | 'none'
export type Serve = (request: IncomingMessage, response: ServerResponse) => Served

type Serving = {
  files: FileHandler
  sendPlain: SendPlain
  isSecure: boolean
  /** Told of each document, while compositions are compared; else they are counted together. */
  count: (composition: number) => void
  /** Told of each document that a browser got because its visitor goes there, whose page will say how it fares. */
  visit: (composition: number, request: IncomingMessage) => void
}

/** What is no document of the site: a redirect, and where it is not whole. */
const NO_DOCUMENT: readonly number[] = [308, 503]
/** A visitor who stays away for longer gets a bucket anew. */
const BUCKET_SECONDS = 7 * 24 * 60 * 60

/** Everybody gets the same: a page is looked up and sent, and nothing is asked of the visitor. */
export function serveOne(
  { composition, pages, files: index }: LoadedSite,
  { files, sendPlain, visit }: Serving,
): Serve {
  const { number } = composition
  return (request, response) => {
    if (servePage(pages, request, response, sendPlain)) {
      if (isNavigation(request) && !NO_DOCUMENT.includes(response.statusCode)) visit(number, request)
      return 'page'
    }
    return files.serve(index, request, response) ? 'file' : 'none'
  }
}

/** A cookie says what a visitor gets; takes the place of `serveOne` only while there is something to choose. */
export function serveChosen(live: LoadedSite, alternates: AlternateSites, serving: Serving): Serve {
  const { files, sendPlain, count, visit, isSecure } = serving
  const { canary } = alternates
  const stable: LoadedSite = {
    ...live,
    pages: canary?.stable ?? live.pages,
    files: canary ? withChosenFiles(live, canary.site) : live.files,
  }
  const tried = canary && { ...canary.site, files: withChosenFiles(canary.site, live) }

  return (request, response) => {
    const chosen = choose(request, response)
    if (servePage(chosen.pages, request, response, sendPlain)) return 'page'
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
    if (!canary || !tried) {
      if (!isForDocument(live.pages, request)) return live
      if (hasBucket(cookie)) response.setHeader('set-cookie', clearedCookie(BUCKET_COOKIE, isSecure))
      if (isNavigation(request)) visit(live.composition.number, request)
      return live
    }
    const { salt, share } = canary
    const known = bucketIn(cookie, salt)
    // The first document of a visit too, or nobody would try the pages that visits begin with. A program that reads pages
    // and keeps no cookie gets what is live, and the cookie by which it could ask for the next.
    const bucket = known ?? drawBucket()
    const isTried = isInCanary(bucket, share) && (known !== undefined || isNavigation(request))
    const chosen = isTried ? tried : stable
    if (isForDocument(chosen.pages, request)) {
      if (known === undefined) {
        response.setHeader('set-cookie', siteCookie(BUCKET_COOKIE, bucketValue(salt, bucket), BUCKET_SECONDS, isSecure))
      }
      if (isCounted(request, known)) {
        count(chosen.composition.number)
        visit(chosen.composition.number, request)
      }
    }
    return chosen
  }
}

/**
 * Of what a browser asks for because somebody goes to a page, and not ahead of that. Only browsers send it, all of them
 * since 2023.
 */
function isNavigation({ headers, method }: IncomingMessage): boolean {
  return headers['sec-fetch-dest'] === 'document' && method === 'GET' && headers['sec-purpose'] === undefined
}

/**
 * Both sides are counted alike: programs that read pages keep no cookies, so they all get what is live, and counted
 * there they would make it look sounder than it is.
 */
function isCounted(request: IncomingMessage, bucket: number | undefined): boolean {
  const isOld = request.headers['sec-fetch-dest'] === undefined && request.method === 'GET'
  return isNavigation(request) || (bucket !== undefined && isOld)
}

/** The composition whose pages a visitor with these cookies gets. */
export function compositionOfCookie(site: LiveSite, cookies: string | undefined): number | undefined {
  const { canary } = site.alternates()
  const bucket = canary && bucketIn(cookies, canary.salt)
  const isTried = canary && bucket !== undefined && isInCanary(bucket, canary.share)
  return (isTried ? canary.site : site.current())?.composition.number
}
