import { once } from 'node:events'
import type { Server } from 'node:http'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'

const IDLE_MS = 50

export async function listen(hosts: readonly string[], port: number, createServer: () => Server) {
  const servers: Server[] = []
  let bound = port
  let missing: unknown
  for (const host of hosts) {
    const server = createServer().listen({ host, port: bound })
    try {
      await once(server, 'listening')
      bound = Object(server.address()).port
      servers.push(server)
    } catch (error) {
      if (hasErrorCode(error, 'EADDRINUSE'))
        throw new Refusal(`Port ${bound} is in use. Stop the other program or set PORT to a free one.`, {
          cause: error,
        })
      if (!hasErrorCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')) throw error
      missing = error
    }
  }
  if (servers.length === 0) throw missing
  return { port: bound, servers }
}

export async function closeServers(servers: readonly Server[], timeoutMs: number): Promise<void> {
  const closing = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
  const end = (close: 'closeIdleConnections' | 'closeAllConnections') => {
    for (const server of servers) server[close]()
  }
  end('closeIdleConnections')
  // A connection becomes idle with its last answer, and a browser would keep it open.
  const idle = setInterval(end, IDLE_MS, 'closeIdleConnections')
  const timer = setTimeout(end, timeoutMs, 'closeAllConnections')
  await Promise.all(closing)
  clearInterval(idle)
  clearTimeout(timer)
}

/** Lets requests finish before their database closes. */
export async function stopOrigin(
  origin: { endStreams: () => void; close: () => Promise<void> },
  servers: readonly Server[],
  timeoutMs: number,
): Promise<void> {
  const drained = closeServers(servers, timeoutMs)
  origin.endStreams()
  await drained
  await origin.close()
}
