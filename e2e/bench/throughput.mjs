import autocannon from 'autocannon'
import { startMemoryServer } from './references.mjs'
import { getCompressed } from './site.mjs'
import { figureRow, inTurns, medians, ratioRow } from './table.mjs'

const PAGE = '/courses'
const CONNECTIONS = 50
const SECONDS = 5
/** p99 in ms; on a slow network a ratio to the bare server. */
const SLOWEST = { ms: 5, ratio: 1.25 }

/** P7: the origin against a server that only sends the same bytes. */
export async function measureThroughput({ site, options, progress }) {
  const { headers, body } = await getCompressed(site.url + PAGE)
  const sent = { 'content-type': headers['content-type'], 'content-encoding': 'br', 'content-length': `${body.length}` }
  const limit = await startMemoryServer({ origin: site.url, documents: [{ url: PAGE, body, headers: sent }] })
  const servers = { ours: site.url, limit: limit.url }
  try {
    for (const url of Object.values(servers)) await load(url, [PAGE])
    progress('throughput')
    const runs = await inTurns(servers, options.runs, (url) => load(url, [PAGE]))
    return { rows: rowsOf(runs), details: runs }
  } finally {
    limit.stop()
  }
}

export async function load(url, paths) {
  const requests = paths.map((path) => ({ path, headers: { 'accept-encoding': 'br' } }))
  const result = await autocannon({ url, requests, duration: SECONDS, connections: CONNECTIONS })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests to ${url} failed`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

function rowsOf(runs) {
  const [ours, limit] = [medians(runs.ours), medians(runs.limit)]
  const of = (figure) => ({ ours: ours[figure], reference: limit[figure] })
  const most = Math.max(SLOWEST.ms, SLOWEST.ratio * limit.p99)
  return [
    ratioRow({ goal: 'P7', measured: `requests/s ${PAGE} : limit server`, unit: '', ...of('perSecond'), least: 0.6 }),
    figureRow({ goal: 'P7', measured: `p99 ${PAGE} : limit server`, unit: 'ms', ...of('p99'), most }),
  ]
}
