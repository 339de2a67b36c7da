import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ErrorReply } from '@site/shared/contracts/errors'

/** Node answers an unknown `Expect` with an empty 417 without our headers (RFC 9110, 10.1.1). */
export function refuseExpectations(server: Server, headers: Readonly<Record<string, string>> = {}): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body: ErrorReply = {
      success: false,
      code: 'expectation_failed',
      message: 'We cannot do what the Expect header asks for.',
    }
    response.writeHead(417, { ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    response.end(JSON.stringify(body))
  })
}
