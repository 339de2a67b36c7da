import { request } from 'node:http'

/** Headers that belong to one connection or one copy of a document. */
const PASSING = new Set(['connection', 'date', 'etag', 'keep-alive', 'transfer-encoding', 'content-length'])

/** The reply as it is sent, not decompressed. @throws Error when the status is not 200 */
export function getCompressed(url) {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers: { 'accept-encoding': 'br' } }, (reply) => {
      const chunks = []
      reply.on('data', (chunk) => chunks.push(chunk))
      reply.once('end', () => {
        if (reply.statusCode === 200) resolve({ headers: reply.headers, body: Buffer.concat(chunks) })
        else reject(new Error(`${url} answered ${reply.statusCode}`))
      })
    })
    asking.once('error', reject).end()
  })
}

/** The headers another server can send with a copy of the document. */
export function lastingHeaders(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING.has(name)))
}
