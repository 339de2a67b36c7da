import { setTimeout as wait } from 'node:timers/promises'
import { findPostgres } from '../../../scripts/lib/postgres-programs.mjs'
import { startPostgres } from '../../../scripts/lib/postgres-server.mjs'
import { stopAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { figureRow, ratioRow } from '../report/rows.mjs'
import { withOrigin } from './measure.mjs'
import { startProviders } from './providers.mjs'
import { load } from './starts.mjs'

/** `BENCH_OUTAGE_MINUTES=10` measures the whole promise. */
const MINUTES = Number(process.env.BENCH_OUTAGE_MINUTES ?? 4)
const WARM_UP_SECONDS = 10
/** Far below what the server can do: what is compared is the time of one start. */
const CARD_STARTS = { overallRate: 10 }
const CONNECTIONS = 4
const WALLET_ORDERS_BEFORE = 20
/** A payment whose page is gone is first asked about after this. */
const ASKED_AFTER_SECONDS = 120
const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'site' }

/**
 * What buyers by card notice while PayPal answers nobody: nothing. Two shops with the same buyers run at the same
 * time on this machine, so that whatever else it does disturbs both; PayPal hangs for one of them.
 */
export async function measureOutage({ site, progress }) {
  if (!findPostgres())
    return { rows: [{ goal: '–', measured: 'an outage of PayPal', failure: 'PostgreSQL is not installed' }] }
  progress(`outage: PayPal hangs for ${MINUTES} minutes, and does not in another shop`)
  const [undisturbed, disturbed] = await Promise.all([false, true].map((isHanging) => measureShop(site, isHanging)))
  return { rows: rowsOf(undisturbed, disturbed), details: { undisturbed, disturbed } }
}

async function measureShop(site, isHanging) {
  const postgres = await startPostgres({ isDurable: true })
  const stop = stopAtEnd(postgres.stop)
  const providers = await startProviders()
  try {
    const env = { ...providers.env, DATABASE_URL: postgres.url }
    return await withOrigin(site, env, (origin) => measure(origin, providers, postgres, isHanging))
  } finally {
    await providers.close()
    await stop()
  }
}

async function measure(origin, providers, postgres, isHanging) {
  await load(origin, WARM_UP_SECONDS, 2, CARD_STARTS)
  for (let count = 0; count < WALLET_ORDERS_BEFORE; count += 1) await post(origin, 'paypal-create-order', walletBody())
  providers.hang(isHanging)
  const isOver = wait(MINUTES * 60_000).then(() => true)
  const [{ result }] = await Promise.all([
    load(origin, MINUTES * 60, CONNECTIONS, CARD_STARTS),
    keepBuying(origin, providers, isOver),
  ])
  const settled = await readSettled(postgres, providers.paid)
  providers.hang(false)
  return { latency: result.latency, settled }
}

/** Somebody tries the wallet every second; every ten seconds a card is charged and its page is gone. */
async function keepBuying(origin, providers, isOver) {
  const hanging = []
  for (let second = 0; !(await Promise.race([isOver, wait(1_000, false)])); second += 1) {
    hanging.push(post(origin, 'paypal-create-order', walletBody()).catch(() => {}))
    if (second % 10 === 0) await buyByCard(origin, providers)
  }
  await Promise.all(hanging)
}

async function buyByCard(origin, providers) {
  const body = { ...order(), amount: 119, currency: 'gbp', paymentMethodId: 'pm_card_visa' }
  const reply = await post(origin, 'create-payment-intent', body)
  providers.pay(reply.data.clientSecret, body.orderId)
}

/** Seconds from when a payment was due to be asked about until its order was paid, of all that were due in time. */
async function readSettled(postgres, paid) {
  const ids = paid.map((id) => `'${id}'`).join(', ')
  const due = `created_at + interval '${ASKED_AFTER_SECONDS} seconds'`
  const late = `extract(epoch from coalesce(paid_at, now()) - (${due}))`
  const rows = postgres.query(
    `select ${late} from orders where id in (${ids}) and ${due} < now() - interval '60 seconds'`,
  )
  return { count: rows.length, longest: Math.max(...rows.map(Number)) }
}

function rowsOf(undisturbed, disturbed) {
  const { settled } = disturbed
  return [
    ratioRow({
      goal: '–',
      measured: `p99 of a start by card while PayPal hangs for ${MINUTES} min : answers`,
      unit: 'ms',
      ours: disturbed.latency.p99,
      reference: undisturbed.latency.p99,
      most: 1.2,
    }),
    figureRow({
      goal: '–',
      measured: `longest until one of ${settled.count} lost card payments was recorded`,
      unit: 's',
      ours: settled.longest,
      most: 60,
    }),
  ]
}

let made = 0
function order() {
  made += 1
  const orderId = `order_${Date.now()}_${String(made).padStart(6, '0')}`
  const items = [{ id: 1, quantity: 1, price: 99 }]
  const customer = { customerEmail: `${orderId}@example.com`, customerName: 'Ada Marsh', description: 'One course' }
  return { orderId, items, ...customer }
}

function walletBody() {
  return { ...order(), amount: '119.00', currency: 'GBP', merchantEmail: 'payments@example.com' }
}

async function post(origin, path, body) {
  const init = { method: 'POST', headers: HEADERS, body: JSON.stringify(body) }
  const response = await fetch(`${origin.url}/api/payments/${path}`, init)
  const reply = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(reply)}`)
  return reply
}
