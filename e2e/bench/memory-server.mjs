// Serves the given documents from memory and proxies the rest, cached.
import { request as ask, createServer } from 'node:http'

const documents = new Map()
let origin

process.once('message', (message) => {
  origin = new URL(message.origin)
  for (const { url, headers, body } of message.documents)
    documents.set(url, { headers, body: Buffer.from(body, 'base64') })
  // `localhost` is two addresses on most machines.
  const first = createServer(handle).listen(0, '127.0.0.1', () => {
    const { port } = first.address()
    const announce = () => process.send({ port })
    createServer(handle).once('error', announce).listen(port, '::1', announce)
  })
})
process.on('disconnect', () => process.exit())

function handle(request, response) {
  const document = documents.get(request.url)
  if (!document || request.headers.range) return forward(request, response)
  response.writeHead(200, document.headers)
  response.end(document.body)
}

function forward({ method, url, headers }, response) {
  const { hostname, port } = origin
  const upstream = ask({ hostname, port, path: url, method, headers: { ...headers, host: origin.host } }, (reply) => {
    response.writeHead(reply.statusCode, reply.headers)
    reply.pipe(response)
    if (method !== 'GET' || reply.statusCode !== 200) return
    const chunks = []
    reply.on('data', (chunk) => chunks.push(chunk))
    reply.on('end', () => documents.set(url, { headers: reply.headers, body: Buffer.concat(chunks) }))
  })
  upstream.on('error', () => response.destroy())
  upstream.end()
}
