import { createHmac, timingSafeEqual } from 'node:crypto'

export const PREVIEW_COOKIE = 'site_preview'
const TOKEN = /^(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/
const cookie = new RegExp(`(?:^|;\\s*)${PREVIEW_COOKIE}=([\\w.-]+)`)

const NEVER = '0'

/** `expiresAt` in ms; `Infinity`: while the composition is kept. */
export type PreviewPass = { composition: number; expiresAt: number }

export function signPass(key: string, { composition, expiresAt }: PreviewPass): string {
  const text = `${composition}.${expiresAt === Number.POSITIVE_INFINITY ? NEVER : Math.floor(expiresAt / 1_000)}`
  return `${text}.${signatureOf(key, text).toString('base64url')}`
}

export function readPass(key: string, token: string): PreviewPass | undefined {
  const [, composition, seconds, signature = ''] = TOKEN.exec(token) ?? []
  if (!composition || !seconds) return undefined
  const expected = signatureOf(key, `${composition}.${seconds}`)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const expiresAt = seconds === NEVER ? Number.POSITIVE_INFINITY : Number(seconds) * 1_000
  return expiresAt > Date.now() ? { composition: Number(composition), expiresAt } : undefined
}

export function passIn(key: string, cookies: string | undefined): PreviewPass | undefined {
  const [, token] = (cookies && cookie.exec(cookies)) || []
  return token ? readPass(key, token) : undefined
}

/** Does not check the signature. */
export function claimIn(cookies: string | undefined): { composition: number; isForKept: boolean } | undefined {
  const [, token = ''] = (cookies && cookie.exec(cookies)) || []
  const [, composition, seconds] = TOKEN.exec(token) ?? []
  return composition ? { composition: Number(composition), isForKept: seconds === NEVER } : undefined
}

function signatureOf(key: string, text: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`preview ${text}`).digest()
}
