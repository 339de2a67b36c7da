import { createHmac, randomInt } from 'node:crypto'

export const BUCKET_COOKIE = 'site_rollout'
/** Resolution: a hundredth of a percent. */
const BUCKETS = 10_000

const cookie = new RegExp(`(?:^|;\\s*)${BUCKET_COOKIE}=(\\d{1,4})\\.([\\w-]{22})\\.([\\w-]{22})\\s*(?:;|$)`)

export const drawBucket = (): number => randomInt(BUCKETS)

/**
 * The salt signs twice: the bucket, which stays with a browser that moves, and the network that it was drawn for, whose
 * reports count.
 */
export function bucketValue(salt: string, bucket: number, network: string): string {
  return `${bucket}.${sign(salt, `${bucket}`)}.${sign(salt, `${bucket} ${network}`)}`
}

/** `isDrawnFor`: this site drew it for that network. */
export function bucketIn(cookies: string | undefined, salt: string) {
  const [, bucket, signature, drawn] = (cookies && cookie.exec(cookies)) || []
  if (bucket === undefined || signature !== sign(salt, bucket)) return undefined
  return { bucket: Number(bucket), isDrawnFor: (network: string) => drawn === sign(salt, `${bucket} ${network}`) }
}

function sign(salt: string, text: string): string {
  return createHmac('sha256', salt).update(text).digest('base64url').slice(0, 22)
}

/**
 * Same result at every origin and while the share grows.
 * @param share percent
 */
export function isInCanary(bucket: number, share: number): boolean {
  return bucket < Math.round((share * BUCKETS) / 100)
}

export function siteCookie(name: string, value: string, maxAgeSeconds: number, isSecure: boolean): string {
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

export function clearedCookie(name: string, isSecure: boolean): string {
  return siteCookie(name, '', 0, isSecure)
}
