import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { exists } from '@platform/base/durable/durable'
import { LEAVE_PREVIEW_PATH } from '@platform/compose/pages/preview-ribbon'
import { claimIn, PREVIEW_COOKIE, passIn, readPass } from '@platform/site/model/preview-pass'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { FileHandler } from '../files/file-handler'
import type { SendPlain } from '../http/plain-reply'
import { loadPrivately } from '../live/alternate-sites'
import type { SiteSource } from '../live/live-blobs'
import type { LiveSite } from '../live/live-site'
import type { LoadedSite } from '../live/load-site'
import { clearedCookie, siteCookie } from './bucket'
import { servePage } from './page-handler'

/** Short-lived, because a kept composition has no ribbon. */
const KEPT_SECONDS = 60 * 60

export function registerPreviews(app: FastifyInstance, site: LiveSite, copy: SiteCopy, isSecure: boolean): void {
  const leave = (reply: FastifyReply) =>
    reply.header('set-cookie', clearedCookie(PREVIEW_COOKIE, isSecure)).redirect('/', 302)
  const enter = (reply: FastifyReply, token: string, seconds: number) =>
    reply
      .headers({ 'set-cookie': siteCookie(PREVIEW_COOKIE, token, seconds, isSecure), 'x-robots-tag': 'noindex' })
      .redirect('/', 302)

  app.get(LEAVE_PREVIEW_PATH, (_request, reply) => leave(reply))

  app.get<{ Params: { token: string } }>('/preview/:token', async ({ params: { token } }, reply) => {
    const key = await copy.readPreviewKey()
    const pass = key === undefined ? undefined : readPass(key, token)
    if (pass?.expiresAt === Number.POSITIVE_INFINITY) return enter(reply, token, KEPT_SECONDS)
    const shown = site.alternates().previews.find(({ composition }) => composition === pass?.composition)
    if (!pass || !shown) return leave(reply)
    const seconds = Math.floor((Math.min(pass.expiresAt, Date.parse(shown.expiresAt)) - Date.now()) / 1_000)
    return enter(reply, token, seconds)
  })
}

/** Does not check the signature. */
export function isClaimed(site: LiveSite, cookies: string | undefined): boolean {
  const claim = claimIn(cookies)
  const isShown = () => site.alternates().previews.some(({ composition }) => composition === claim?.composition)
  const isOther = claim !== undefined && claim.composition !== site.current()?.composition.number
  return isOther && (claim.isForKept || isShown())
}

const MAX_LOADED = 4
const FOR_PREVIEW = {
  headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' },
  publicCacheControl: 'no-store',
}

export type Previews = ReturnType<typeof createPreviews>

/** Loads previews and kept compositions when a browser with their link asks. */
export function createPreviews(
  source: SiteSource,
  site: LiveSite,
  { files, sendPlain }: { files: FileHandler; sendPlain: SendPlain },
  log: FastifyBaseLogger,
) {
  const { copy } = source
  const loaded = new LRUCache<number, LoadedSite>({
    max: MAX_LOADED,
    // An evicted one is still awaited.
    ignoreFetchAbort: true,
    fetchMethod: (number) => loadPrivately(source, number, FOR_PREVIEW),
  })

  async function find(cookies: string | undefined): Promise<LoadedSite | undefined> {
    const key = await copy.readPreviewKey()
    const pass = key === undefined ? undefined : passIn(key, cookies)
    if (!pass || pass.composition === site.current()?.composition.number) return undefined
    // The memory may still hold a deleted one.
    if (!(await exists(copy.composition(pass.composition)))) return undefined
    return loaded.fetch(pass.composition)
  }

  return {
    isAsked: ({ headers }: IncomingMessage): boolean => isClaimed(site, headers.cookie),
    serve(request: IncomingMessage, response: ServerResponse, live: RequestListener, route: RequestListener): void {
      find(request.headers.cookie)
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a kept composition cannot be shown; its operator gets what is live')
          return undefined
        })
        .then((kept) => {
          if (kept && servePage(kept.pages, request, response, sendPlain)) return
          if (kept && files.serve(kept.files, request, response)) return
          // An open tab of the live site still loads its files.
          const isForTab = /^\/(?:assets|site)\//.test(request.url ?? '')
          const answer = kept && !isForTab ? route : live
          answer(request, response)
        })
        .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
    },
  }
}
