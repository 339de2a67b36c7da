/** Addresses of the origin and well-known ones (RFC 8615). A new address of the origin or the API belongs here first. */
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
 * Why a package may not have an address. A script at the root could become a worker that answers for every page, and a
 * document there would be a page without the shell.
 */
export function whyNotFree(path: string): string | undefined {
  if (isReserved(path)) return 'is an address of the origin itself'
  return RUNNING.test(path) ? 'could run beside the shell: scripts are browser files of a release' : undefined
}
