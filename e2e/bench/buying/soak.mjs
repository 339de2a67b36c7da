import autocannon from 'autocannon'
import { residentMegabytes } from '../site/resident-megabytes.mjs'
import { signIn } from './sign-ins.mjs'
import { load } from './starts.mjs'

const HALF_SECONDS = 30
const READERS = 20
const PERCENT = 100
const PAGES = ['/', '/courses', '/blog', '/blog/1', '/policies', '/cart', '/no-such-page']

/**
 * Pages, checkout starts and sign-ins together, twice for half the time.
 * @returns megabytes at the end, and the growth of the second half over the first in per cent
 */
export async function measureSoak(origin) {
  await mix(origin)
  const halfway = await residentMegabytes(origin.pid)
  await mix(origin)
  const afterwards = await residentMegabytes(origin.pid)
  return { halfway, afterwards, growth: afterwards && (afterwards / halfway - 1) * PERCENT }
}

function mix(origin) {
  const requests = PAGES.map((path) => ({ method: 'GET', path, headers: { 'accept-encoding': 'br' } }))
  return Promise.all([
    autocannon({ url: origin.url, requests, connections: READERS, duration: HALF_SECONDS, overallRate: 2_000 }),
    load(origin, HALF_SECONDS, 2),
    signIn(origin, 1, HALF_SECONDS),
  ])
}
