import http from 'node:http'

export type Reply = { status: number; headers: http.IncomingHttpHeaders; body: Buffer; text: string }
export type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string }

/** The composition a document was sent in. */
export function compositionIn({ headers }: Pick<Reply, 'headers'>): number {
  return Number(/composition;desc=(\d+)/.exec(String(headers['server-timing']))?.[1])
}

/** A request exactly as written: `fetch` would tidy the path and unpack the body. */
export function sendRequest(port: number, path: string, options: RequestOptions = {}): Promise<Reply> {
  const { method = 'GET', headers, body } = options
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path, method, ...(headers && { headers }) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const content = Buffer.concat(chunks)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content, text: String(content) })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}
