import { LEAVE_PREVIEW_PATH } from '@platform/compose/pages/preview-ribbon'
import { PREVIEW_COOKIE, readPass } from '@platform/site/model/preview-pass'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LiveSite } from '../live/live-site'
import { clearedCookie, siteCookie } from './cookies'
import type { KeptSites } from './kept-sites'

/** Whoever looks at a kept composition without a ribbon soon gets what is live again. */
const KEPT_SECONDS = 60 * 60

/** A signed link shows its preview to this browser; one that was altered or has expired shows what is live. */
export function registerPreviews(app: FastifyInstance, site: LiveSite, kept: KeptSites, isSecure: boolean): void {
  const leave = (reply: FastifyReply) =>
    reply.header('set-cookie', clearedCookie(PREVIEW_COOKIE, isSecure)).redirect('/', 302)
  const enter = (reply: FastifyReply, token: string, seconds: number) =>
    reply
      .headers({ 'set-cookie': siteCookie(PREVIEW_COOKIE, token, seconds, isSecure), 'x-robots-tag': 'noindex' })
      .redirect('/', 302)

  app.get(LEAVE_PREVIEW_PATH, (_request, reply) => leave(reply))

  app.get<{ Params: { token: string } }>('/preview/:token', async ({ params: { token } }, reply) => {
    if (await kept.isPass(token)) return enter(reply, token, KEPT_SECONDS)
    const { previewKey, previews } = site.alternates()
    const pass = previewKey ? readPass(previewKey, token) : undefined
    const shown = previews.find((preview) => preview.site.composition.number === pass?.composition)
    if (!pass || !shown) return leave(reply)
    const seconds = Math.floor((Math.min(pass.expiresAt, shown.expiresAt) - Date.now()) / 1_000)
    return enter(reply, token, seconds)
  })
}
