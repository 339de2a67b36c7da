import { randomInt } from 'node:crypto'

export const BUCKET_COOKIE = 'site_rollout'
/** Resolution: a hundredth of a percent. */
const BUCKETS = 10_000
const PERCENT = 100

const cookie = new RegExp(`(?:^|;\\s*)${BUCKET_COOKIE}=([\\w-]+)\\.(\\d{1,4})\\s*(?:;|$)`)

export function drawBucket(): number {
  return randomInt(BUCKETS)
}

export function bucketValue(salt: string, bucket: number): string {
  return `${salt}.${bucket}`
}

export function bucketIn(cookies: string | undefined, salt: string): number | undefined {
  const [, owner, bucket] = (cookies && cookie.exec(cookies)) || []
  return owner === salt ? Number(bucket) : undefined
}

export function hasBucket(cookies: string | undefined): boolean {
  return cookies?.includes(`${BUCKET_COOKIE}=`) ?? false
}

/**
 * Same result at every origin and while the share grows.
 * @param share percent
 */
export function isInCanary(bucket: number, share: number): boolean {
  return bucket < Math.round((share * BUCKETS) / PERCENT)
}

export function siteCookie(name: string, value: string, maxAgeSeconds: number, isSecure: boolean): string {
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

export function clearedCookie(name: string, isSecure: boolean): string {
  return siteCookie(name, '', 0, isSecure)
}
