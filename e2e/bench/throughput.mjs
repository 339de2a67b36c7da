import autocannon from 'autocannon'
import { figureRow, ratioRow } from './report/rows.mjs'
import { median } from './report/statistics.mjs'
import { getCompressed, lastingHeaders } from './site/get.mjs'
import { residentMegabytes } from './site/resident-megabytes.mjs'
import { startMemoryServer } from './site/start-memory-server.mjs'

const PAGE = '/courses'
const CONNECTIONS = 50
const SECONDS = 5
const WARM_UP_SECONDS = 5
/** The slowest hundredth, in ms; on a machine whose network takes longer by itself, as a ratio to the bare server. */
const SLOWEST = { ms: 5, ratio: 1.25 }

/** P7: the origin against a server that has nothing else to do than send the same bytes. */
export async function measureThroughput({ origin, options, progress }) {
  const { headers, body } = await getCompressed(origin.url + PAGE)
  const document = {
    url: PAGE,
    body,
    headers: {
      'content-type': lastingHeaders(headers)['content-type'],
      'content-encoding': 'br',
      'content-length': String(body.length),
    },
  }
  const limit = await startMemoryServer({ origin: origin.url, documents: [document] })
  const atRest = await residentMegabytes(origin.pid)
  const servers = { ours: origin.url, limit: limit.url }
  const runs = { ours: [], limit: [] }
  try {
    for (const url of Object.values(servers)) await load(url, WARM_UP_SECONDS)
    for (let index = 0; index < options.runs; index++) {
      progress(`throughput: ${index + 1} of ${options.runs}`)
      for (const [name, url] of Object.entries(servers)) runs[name].push(await load(url, SECONDS))
    }
  } finally {
    limit.stop()
  }
  const memory = { atRest, afterLoad: await residentMegabytes(origin.pid) }
  return { rows: rowsOf(runs, memory), details: { runs, memory } }
}

async function load(server, duration) {
  const url = server + PAGE
  const result = await autocannon({ url, duration, connections: CONNECTIONS, headers: { 'accept-encoding': 'br' } })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests to ${url} failed`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

function rowsOf({ ours, limit }, memory) {
  const middle = (runs, name) => median(runs.map((run) => run[name]))
  const p99OfLimit = middle(limit, 'p99')
  return [
    ratioRow({
      goal: 'P7',
      measured: `requests/s ${PAGE} : limit server`,
      unit: '',
      ours: Math.round(middle(ours, 'perSecond')),
      reference: Math.round(middle(limit, 'perSecond')),
      least: 0.6,
    }),
    {
      ...figureRow({
        goal: 'P7',
        measured: `p99 ${PAGE} : limit server`,
        unit: 'ms',
        ours: middle(ours, 'p99'),
        most: Math.max(SLOWEST.ms, SLOWEST.ratio * p99OfLimit),
      }),
      reference: p99OfLimit,
    },
    ...(memory.afterLoad
      ? [
          ratioRow({
            goal: '–',
            measured: 'memory of the origin after the load : before',
            unit: 'MB',
            ours: memory.afterLoad,
            reference: memory.atRest,
          }),
        ]
      : []),
  ]
}
