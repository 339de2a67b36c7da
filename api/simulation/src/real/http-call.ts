import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

/** One call of a server on this machine. @throws Error when the connection is lost. */
export function post(
  port: number,
  path: string,
  payload: string | object,
  headers: Record<string, string> = {},
): Promise<{ statusCode: number; body: string }> {
  const content = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const length = String(Buffer.byteLength(content))
  const sent = { 'content-type': 'application/json', ...headers, 'content-length': length }
  return new Promise((resolve, reject) => {
    const lose = () => reject(new Error('The connection was lost'))
    const call = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers: sent }, (reply) => {
      let body = ''
      reply.setEncoding('utf8')
      reply.on('data', (text) => {
        body += text
      })
      reply.on('end', () => resolve({ statusCode: reply.statusCode ?? 0, body }))
      reply.on('error', lose)
    })
    call.on('error', lose)
    call.end(content)
  })
}
