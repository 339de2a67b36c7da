import autocannon from 'autocannon'

const CONNECTIONS = 50
const SECONDS = 5

/** @returns documents a second, of pages that are asked for one after the other. @throws Error when one fails */
export async function loadPages(url, paths) {
  const requests = paths.map((path) => ({ path, headers: { 'accept-encoding': 'br' } }))
  const load = () => autocannon({ url, requests, duration: SECONDS, connections: CONNECTIONS })
  // The first one warms up.
  await load()
  const { requests: done, non2xx, errors } = await load()
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${url} failed`)
  return Math.round(done.average)
}
