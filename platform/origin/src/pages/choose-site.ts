/**
 * Who gets the canary, who a preview and who what is live: decided here, for each request, by cookies alone. Which buckets
 * a share covers is in `bucket.ts`.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FileHandler } from '../files/file-handler'
import type { SendPlain } from '../http/plain-reply'
import type { AlternateSites } from '../live/alternate-sites'
import type { LoadedPages } from '../live/load-pages'
import type { LoadedSite } from '../live/load-site'
import { BUCKET_COOKIE, bucketIn, hasBucket, isInCanary, newBucket } from './bucket'
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
  /** Told of each document that a browser got, while compositions are compared. */
  count: (composition: number) => void
}

/** A visitor who stays away for longer gets a bucket anew. */
const BUCKET_SECONDS = 7 * 24 * 60 * 60

/** Everybody gets the same: a page is looked up and sent, and nothing is asked of the visitor. */
export function serveOne({ pages, files: index }: LoadedSite, { files, sendPlain }: Serving): Serve {
  return (request, response) => {
    if (servePage(pages, request, response, sendPlain)) return 'page'
    return files.serve(index, request, response) ? 'file' : 'none'
  }
}

/** A cookie says what a visitor gets; takes the place of `serveOne` only while there is something to choose. */
export function serveChosen(live: LoadedSite, alternates: AlternateSites, serving: Serving): Serve {
  const { files, sendPlain, count, isSecure } = serving
  const stable = { ...live, pages: alternates.canary?.stable ?? live.pages }

  return (request, response) => {
    const chosen = choose(request, response)
    if (servePage(chosen.pages, request, response, sendPlain)) return 'page'
    response.removeHeader('set-cookie')
    const isFile = files.serve(chosen.files, request, response) || files.serve(live.files, request, response)
    return isFile ? 'file' : 'none'
  }

  function choose(
    request: IncomingMessage,
    response: ServerResponse,
  ): { pages: LoadedPages; files: LoadedSite['files'] } {
    const { cookie } = request.headers
    const previewed = previewIn(alternates, cookie)
    if (previewed) return previewed
    if (!alternates.canary) {
      if (hasBucket(cookie) && isForDocument(stable.pages, request))
        response.setHeader('set-cookie', clearedCookie(BUCKET_COOKIE, isSecure))
      return live
    }
    const { salt, share, site } = alternates.canary
    const bucket = bucketIn(cookie, salt)
    const chosen = bucket !== undefined && isInCanary(bucket, share) ? site : stable
    if (isForDocument(chosen.pages, request)) {
      if (bucket === undefined) {
        response.setHeader('set-cookie', siteCookie(BUCKET_COOKIE, newBucket(salt), BUCKET_SECONDS, isSecure))
      }
      if (isCounted(request, bucket)) count(chosen.composition.number)
    }
    return chosen
  }
}

/**
 * Both sides are counted alike: programs that read pages keep no cookies, so they all get what is live, and counted
 * there they would make it look sounder than it is.
 */
function isCounted({ headers, method }: IncomingMessage, bucket: number | undefined): boolean {
  return method === 'GET' && (bucket !== undefined || headers['sec-fetch-dest'] === 'document')
}
