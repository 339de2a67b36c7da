import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

const LATENCY_MS = 40

/** A line to a server on this machine that has a latency and lets so many bytes a second through. */
export async function startSlowLine(target: URL, bytesPerSecond: number): Promise<{ url: string; stop: () => void }> {
  const sockets = new Set<Socket>()
  const delay = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        setTimeout(() => done(null, chunk), LATENCY_MS + (1_000 * chunk.length) / bytesPerSecond)
      },
    })
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          for (const each of [incoming, outgoing]) each.destroy()
          sockets.delete(socket)
        })
    }
    incoming.pipe(delay()).pipe(outgoing)
    outgoing.pipe(delay()).pipe(incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The slow line has no port')
  const slow = new URL(target)
  slow.port = String(address.port)
  return {
    url: slow.href,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
