import { setTimeout as wait } from 'node:timers/promises'

const OPENING_MS = 60_000

/**
 * Waits until the shop behind a site can sell: pages are served before its database is open.
 * @throws Error when that takes longer than a minute
 */
export async function waitForShop(url) {
  for (const deadline = Date.now() + OPENING_MS; Date.now() < deadline; await wait(50)) {
    const isOpen = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOpen) return
  }
  throw new Error(`The shop at ${url} is not open after ${OPENING_MS / 1_000} s`)
}
