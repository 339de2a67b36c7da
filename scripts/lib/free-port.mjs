import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports, which another program could take first, and above those that browsers block (10080). */
const FIRST = 11_000
const LAST = 32_000
const MOST_TRIES = 100

/**
 * @returns {Promise<number>} a free port of this machine
 * @throws Error when none is found
 */
export async function freePort(host = 'localhost') {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port, host)) return port
  }
  throw new Error(`None of ${MOST_TRIES} ports from ${FIRST} to ${LAST} is free`)
}

function isFree(port, host) {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
