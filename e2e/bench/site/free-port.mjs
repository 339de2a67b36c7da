import { createServer } from 'node:net'

export function freePort() {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, 'localhost', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
