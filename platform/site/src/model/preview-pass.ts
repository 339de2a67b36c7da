import { createHmac, timingSafeEqual } from 'node:crypto'

/** Lets the browser that has it see one preview, until it expires. */
export const PREVIEW_COOKIE = 'site_preview'
const TOKEN = /^(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/
const cookie = new RegExp(`(?:^|;\\s*)${PREVIEW_COOKIE}=([\\w.-]+)`)

export type PreviewPass = { composition: number; expiresAt: number }

/** What a link carries: the composition, the second in which it expires, and the site's signature of both. */
export function signPass(key: string, { composition, expiresAt }: PreviewPass): string {
  const text = `${composition}.${Math.floor(expiresAt / 1_000)}`
  return `${text}.${signatureOf(key, text).toString('base64url')}`
}

/** `undefined` when it was not signed by this site or has expired. */
export function readPass(key: string, token: string, now = Date.now()): PreviewPass | undefined {
  const [, composition, seconds, signature = ''] = TOKEN.exec(token) ?? []
  if (!composition || !seconds) return undefined
  const expected = signatureOf(key, `${composition}.${seconds}`)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const expiresAt = Number(seconds) * 1_000
  return expiresAt > now ? { composition: Number(composition), expiresAt } : undefined
}

/** The pass among a visitor's cookies, if it holds one that is still good. */
export function passIn(key: string, cookies: string | undefined): PreviewPass | undefined {
  const [, token] = (cookies && cookie.exec(cookies)) || []
  return token ? readPass(key, token) : undefined
}

function signatureOf(key: string, text: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`preview ${text}`).digest()
}
