import autocannon from 'autocannon'

const SECONDS = 8
/** As many as may be at work at once, so that nobody is turned away. */
const WORKING = 4
const FLOOD = 50
const READERS = 10
const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'site' }
const account = { email: 'ada@example.com', password: 'correct horse battery' }

/** Sign-ins a second with the right password, and the pages of readers while far too many sign in. */
export async function measureSignIns(origin) {
  await post(`${origin.url}/api/auth/register`, { ...account, firstName: 'Ada', lastName: 'Marsh' })
  const { requests, non2xx, errors } = await signIn(origin, WORKING)
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} sign-ins failed`)
  const [pages, flood] = await Promise.all([read(origin), signIn(origin, FLOOD)])
  if (pages.non2xx + pages.errors > 0) throw new Error(`${pages.non2xx + pages.errors} pages failed`)
  return { perSecond: requests.average, pageP99: pages.latency.p99, flood: flood.statusCodeStats }
}

export function signIn(origin, connections, duration = SECONDS) {
  const url = `${origin.url}/api/auth/login`
  return autocannon({ url, method: 'POST', headers: HEADERS, body: JSON.stringify(account), connections, duration })
}

/** Visitors read: each asks for the next page 50 times a second at the most. */
function read(origin) {
  const headers = { 'accept-encoding': 'br' }
  return autocannon({
    url: `${origin.url}/courses`,
    headers,
    connections: READERS,
    duration: SECONDS,
    overallRate: 500,
  })
}

async function post(url, body) {
  const response = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
}
