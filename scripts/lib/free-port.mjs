import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports, which another program could take first, and above those that browsers block (10080). */
const FIRST = 11_000
const LAST = 32_000

/** @returns {Promise<number>} a free port of this machine */
export async function freePort(host = 'localhost') {
  const port = randomInt(FIRST, LAST)
  return (await isFree(port, host)) ? port : freePort(host)
}

function isFree(port, host) {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
