import { brotli, unbrotli } from '../site/brotli.mjs'
import { getCompressed, lastingHeaders } from '../site/get.mjs'

const SCRIPTS = /<script\b.*?<\/script>/gs
const LINKS = /<link\b[^>]*>/g
const SCRIPT_HINT = /\brel="modulepreload"|\bas="script"/
const FILES = /["'(](\/[^"'()\s]+\.(?:svg|png|jpe?g|webp|avif|woff2|ico))["')]/g

/** A page's own HTML with every script and script hint removed, ready to be sent from memory. */
export async function readTwin(origin, route) {
  const { headers, body } = await getCompressed(origin + route)
  const html = unbrotli(body)
    .replace(SCRIPTS, '')
    .replace(LINKS, (link) => (SCRIPT_HINT.test(link) ? '' : link))
  return { ...compressed(route, html, headers), files: [...html.matchAll(FILES)].map(([, file]) => file) }
}

/** A document of its own beside the twins, sent with the headers of a page. */
export function compressed(url, html, headers) {
  const body = brotli(html)
  return {
    url,
    body,
    headers: { ...lastingHeaders(headers), 'content-encoding': 'br', 'content-length': String(body.length) },
  }
}
