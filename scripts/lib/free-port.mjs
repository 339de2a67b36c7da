import { createServer } from 'node:net'

/** A port of this machine that nobody listens on. */
export function freePort(host = 'localhost') {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, host, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
