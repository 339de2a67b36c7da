import path from 'node:path'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { findPostgres } from '../../../scripts/lib/postgres-programs.mjs'
import { startPostgres } from '../../../scripts/lib/postgres-server.mjs'
import { stopAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { figureRow } from '../report/rows.mjs'
import { startOrigin } from '../site/start-origin.mjs'
import { measureSignIns } from './sign-ins.mjs'
import { measureSoak } from './soak.mjs'
import { measureStarts } from './starts.mjs'

/** One machine sends everything: what is to be measured is the work, not the limits by address and account. */
export const UNLIMITED = {
  PAYMENT_INTENTS_PER_MINUTE: '1000000',
  SIGN_INS_PER_ACCOUNT: '1000000',
  SIGN_INS_PER_ADDRESS: '1000000',
  REGISTRATIONS_PER_ADDRESS: '1000000',
}

/** What the buying path promises: starts of a checkout, sign-ins, pages beside them, memory after all of it. */
export async function measureBuying({ site, progress }) {
  const embedded = await withOrigin(site, {}, async (origin) => {
    progress('buying: checkout starts on the embedded database')
    const starts = await measureStarts(origin)
    progress('buying: sign-ins')
    const signIns = await measureSignIns(origin)
    progress('buying: soak')
    return { starts, signIns, soak: await measureSoak(origin) }
  })
  progress('buying: checkout starts on PostgreSQL')
  const server = findPostgres() ? await onPostgres(site) : undefined
  return { rows: rowsOf(embedded, server), details: { embedded, server } }
}

async function onPostgres(site) {
  const postgres = await startPostgres({ isDurable: true })
  const stop = stopAtEnd(postgres.stop)
  try {
    return await withOrigin(site, { DATABASE_URL: postgres.url }, measureStarts)
  } finally {
    await stop()
  }
}

/** A server of its own beside the one that the other parts measure. */
export async function withOrigin(site, env, measure) {
  const port = await freePort()
  const origin = await startOrigin({
    ...site.env,
    ...UNLIMITED,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: path.join(site.folder, `buying-${port}`),
    ...env,
  })
  try {
    return await measure(origin)
  } finally {
    await origin.stop()
  }
}

function rowsOf({ starts, signIns, soak }, server) {
  return [
    ...startRows('the embedded database', starts),
    ...(server
      ? startRows('PostgreSQL', server)
      : [{ goal: '–', measured: 'checkout starts on PostgreSQL', failure: 'not installed' }]),
    figureRow({ goal: '–', measured: 'sign-ins', unit: '/s', ours: signIns.perSecond, least: 20 }),
    figureRow({
      goal: '–',
      measured: 'p99 of a page under a flood of sign-ins',
      unit: 'ms',
      ours: signIns.pageP99,
      most: 300,
    }),
    ...(soak.afterwards
      ? [
          figureRow({
            goal: '–',
            measured: 'memory after a soak of mixed traffic',
            unit: 'MB',
            ours: soak.afterwards,
            most: 450,
          }),
          figureRow({ goal: '–', measured: 'its growth over the second half', unit: '%', ours: soak.growth, most: 10 }),
        ]
      : []),
  ]
}

function startRows(database, { perSecond, p99, lost, doubled }) {
  return [
    figureRow({ goal: '–', measured: `checkout starts on ${database}`, unit: '/s', ours: perSecond, least: 50 }),
    figureRow({ goal: '–', measured: `p99 of a start on ${database}`, unit: 'ms', ours: p99, most: 500 }),
    figureRow({
      goal: '–',
      measured: `starts lost or doubled on ${database}`,
      unit: '',
      ours: lost + doubled,
      most: 0,
    }),
  ]
}
