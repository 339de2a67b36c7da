import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'

const IDLE_MS = 50

export async function listen(hosts: readonly string[], port: number, createServer: () => Server) {
  const servers: Server[] = []
  let bound = port
  let missing: unknown
  for (const host of hosts) {
    const server = createServer()
    try {
      bound = await bind(server, host, bound)
      servers.push(server)
    } catch (error) {
      if (hasErrorCode(error, 'EADDRINUSE')) throw portInUse(bound, error)
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

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve(portOf(server.address()) ?? port)
    })
  })
}

function portOf(address: AddressInfo | string | null): number | undefined {
  return typeof address === 'object' ? address?.port : undefined
}

function portInUse(port: number, cause: unknown): Refusal {
  return new Refusal(`Port ${port} is in use. Stop the other program or set PORT to a free one.`, { cause })
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
