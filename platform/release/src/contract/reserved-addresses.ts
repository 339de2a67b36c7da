/**
 * Addresses the origin answers itself, or will: no page, fallback or public file may take one. A new address of the
 * origin or the API belongs here first.
 */
const RESERVED = [
  '/api',
  '/assets',
  '/beacon',
  '/composition.json',
  '/console',
  '/dev',
  '/healthz',
  '/metrics',
  '/preview',
  '/readyz',
  '/robots.txt',
  '/sandbox',
  '/servez',
  '/sitemap.xml',
]

export function isReserved(path: string): boolean {
  return RESERVED.some((root) => path === root || path.startsWith(`${root}/`))
}
