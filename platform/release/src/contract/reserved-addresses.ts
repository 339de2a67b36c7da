/** Origin and well-known addresses (RFC 8615). Add new addresses of the origin or the API here first. */
const RESERVED = [
  '/.well-known',
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
  '/site',
  '/sitemap.xml',
]

export function isReserved(path: string): boolean {
  return RESERVED.some((root) => path === root || path.startsWith(`${root}/`))
}

const RUNNING = /\.(?:[cm]?js|wasm|x?html?|xht|xml|xslt?|swf|jar|htc)$/i

/**
 * Explains why an address is reserved. A root script could become a worker for all pages; a root document would lack
 * the shell.
 */
export function whyNotFree(path: string): string | undefined {
  if (isReserved(path)) return 'is an address of the origin itself'
  return RUNNING.test(path) ? 'could run beside the shell: scripts are browser files of a release' : undefined
}
