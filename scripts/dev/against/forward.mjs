import { rewriteDocument, rewriteFiles } from './rewrite.mjs'

/** Of a request, what the site needs to know: nothing of a person. */
const PASSED_ON = ['accept', 'accept-language', 'range']
/** Of an answer, what holds for the site's own address alone, or for the bytes as they were sent. */
const HELD_BACK = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'etag',
  'keep-alive',
  'last-modified',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
])

/**
 * Fetches from the other site what is asked for here. Only what is read: nothing of that site may change.
 * @param readLocal gives the package as it was built last
 */
export function forwardTo(site, readLocal) {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
      return response.end(`Nothing of ${site.origin} is changed from here: ${request.method} is not passed on.\n`)
    }
    const address = new URL(request.url, site)
    // `//other.example` is another host.
    if (address.origin !== site.origin) return response.writeHead(404).end()
    const headers = Object.fromEntries(
      PASSED_ON.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
    )
    const answer = await fetch(address, { method: request.method, headers, redirect: 'manual' })
    const body = await bodyOf(answer, address, readLocal)
    response.writeHead(answer.status, headersOf(answer, site))
    response.end(body)
  }
}

async function bodyOf(answer, { pathname }, readLocal) {
  if (answer.headers.get('content-type')?.startsWith('text/html'))
    return rewriteDocument(await answer.text(), await readLocal())
  if (answer.ok && /^\/site\/files[.\w]*\.json$/.test(pathname))
    return JSON.stringify(rewriteFiles(await answer.json(), await readLocal()))
  return Buffer.from(await answer.arrayBuffer())
}

function headersOf(answer, site) {
  const headers = [...answer.headers].filter(([name]) => !HELD_BACK.has(name))
  const location = answer.headers.get('location')
  return {
    ...Object.fromEntries(headers),
    ...(location && { location: location.replace(site.origin, '') }),
    'cache-control': 'no-store',
  }
}
