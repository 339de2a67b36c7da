import { setTimeout as wait } from 'node:timers/promises'

const READY = /^ready (http:\/\/localhost:\d+)$/m
/** A slow machine is no failure; the embedded database alone takes its time there. */
const OPENING_MS = 180_000

/**
 * Waits until a process that serves the site says so, and until its shop can sell: pages are served before its
 * database is open.
 * @returns its address, and a function for everything it has written so far
 * @throws Error with that, when it ends first or takes longer than three minutes
 */
export async function waitForOrigin(child) {
  let written = ''
  const url = await new Promise((resolve, reject) => {
    const fail = (reason) => reject(new Error(`The origin ${reason}:\n${written}`))
    const timer = setTimeout(() => fail(`is not ready after ${OPENING_MS / 1_000} s`), OPENING_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        written += chunk
        const [, address] = READY.exec(written) ?? []
        if (!address) return
        clearTimeout(timer)
        resolve(address)
      })
    }
    child.once('error', (error) => fail(`does not start: ${error.message}`))
    child.once('close', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code}`)
    })
  })
  await waitForShop(url)
  return { url, log: () => written }
}

async function waitForShop(url) {
  for (const deadline = Date.now() + OPENING_MS; Date.now() < deadline; await wait(50)) {
    const isOpen = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOpen) return
  }
  throw new Error(`The shop at ${url} is not open after ${OPENING_MS / 1_000} s`)
}
