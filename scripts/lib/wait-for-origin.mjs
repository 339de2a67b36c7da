import { setTimeout as wait } from 'node:timers/promises'

const READY = /^ready (http:\/\/localhost:\d+)$/m
const STARTING_MS = 60_000
/** A slow machine is no failure; the embedded database alone takes its time there. */
const OPENING_MS = 180_000

/**
 * Waits until a process that serves the site says so, and until its shop can sell: pages are served before its
 * database is open.
 * @param startingMs how long it may take to say so
 * @returns its address, since when it serves pages (ms, by `performance`), and a function for everything it has written so far
 * @throws Error with that, when it ends first or takes too long
 */
export async function waitForOrigin(child, startingMs = STARTING_MS) {
  let written = ''
  let end
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      written += chunk
    })
  }
  child.once('error', ({ message }) => {
    end = `does not start: ${message}`
  })
  child.once('close', (code) => {
    end ??= `ended with ${code}`
  })

  const waitFor = async (find, mostMs, what) => {
    for (const deadline = Date.now() + mostMs; Date.now() < deadline && !end; await wait(20)) {
      const found = await find()
      if (found) return found
    }
    throw new Error(`The origin ${end ?? `${what} after ${mostMs / 1_000} s`}:\n${written}`)
  }
  const url = await waitFor(() => READY.exec(written)?.[1], startingMs, 'is not ready')
  const servesAt = performance.now()
  await waitFor(() => isShopOpen(url), OPENING_MS, 'has not opened its shop')
  return { url, servesAt, log: () => written }
}

function isShopOpen(url) {
  return fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}
