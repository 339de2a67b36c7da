import { setTimeout as wait } from 'node:timers/promises'
import { findPostgres } from '../../../scripts/lib/postgres-programs.mjs'
import { startPostgres } from '../../../scripts/lib/postgres-server.mjs'
import { stopAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { figureRow, ratioRow } from '../report/rows.mjs'
import { withOrigin } from './measure.mjs'
import { outages, startProviders } from './providers.mjs'
import { load } from './starts.mjs'

/** `BENCH_OUTAGE_MINUTES=10` measures the whole promise. */
const MINUTES = Number(process.env.BENCH_OUTAGE_MINUTES ?? 4)
const WARM_UP_SECONDS = 10
/**
 * Far below what the machine can do for four shops, whose payments, none of them paid, are each asked about every fifty
 * seconds: what is compared is the time of one start.
 */
const CARD_STARTS = { overallRate: 4 }
const CONNECTIONS = 4
const WALLET_ORDERS_BEFORE = 20
/** A payment whose page is gone is first asked about after this. */
const ASKED_AFTER_SECONDS = 120
/** Longer than a payment may take to be recorded after the recovery: then it is given up. */
const RECOVERY_SECONDS = 240
const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'site' }

/**
 * What buyers by card notice while PayPal is away, in each way it can be: nothing. And what becomes of those who
 * had approved a payment by then: it is taken and recorded as soon as PayPal is back. All shops have the same buyers and run
 * at the same time on this machine, so that whatever else it does disturbs each; in one of them PayPal answers.
 */
export async function measureOutage({ site, progress }) {
  if (!findPostgres())
    return { rows: [{ goal: '–', measured: 'an outage of PayPal', failure: 'PostgreSQL is not installed' }] }
  const kinds = Object.keys(outages)
  progress(`outage: PayPal ${kinds.join(', ')} for ${MINUTES} minutes, each in a shop of its own`)
  const [undisturbed, ...disturbed] = await Promise.all([undefined, ...kinds].map((kind) => measureShop(site, kind)))
  const rows = kinds.flatMap((kind, index) => rowsOf(kind, undisturbed, disturbed[index]))
  return { rows, details: { undisturbed, ...Object.fromEntries(kinds.map((kind, index) => [kind, disturbed[index]])) } }
}

async function measureShop(site, outage) {
  const postgres = await startPostgres({ isDurable: true })
  const stop = stopAtEnd(postgres.stop)
  const providers = await startProviders()
  try {
    const env = { ...providers.env, DATABASE_URL: postgres.url }
    return await withOrigin(site, env, (origin) => measure(origin, providers, postgres, outage))
  } finally {
    await providers.close()
    await stop()
  }
}

async function measure(origin, providers, postgres, outage) {
  await load(origin, WARM_UP_SECONDS, 2, CARD_STARTS)
  const begun = []
  for (let count = 0; count < WALLET_ORDERS_BEFORE; count += 1) begun.push(await startWallet(origin))
  providers.break(outage)
  const isOver = wait(MINUTES * 60_000).then(() => true)
  const [{ result }] = await Promise.all([
    load(origin, MINUTES * 60, CONNECTIONS, CARD_STARTS),
    keepBuying(origin, providers, isOver),
    approveAll(origin, providers, begun),
  ])
  const settled = await readSettled(postgres, providers.paid)
  providers.break(undefined)
  return { latency: result.latency, settled, recovery: await readRecovery(postgres, begun) }
}

/** Buyers approve in PayPal's window one after the other while the outage lasts; their pages ask the shop to capture once. */
async function approveAll(origin, providers, begun) {
  const capturing = []
  for (const { orderId, paypalOrderId } of begun) {
    providers.approve(paypalOrderId)
    capturing.push(post(origin, 'paypal-capture', { orderId, paypalOrderId }).catch(() => {}))
    await wait((MINUTES * 60_000) / begun.length)
  }
  await Promise.all(capturing)
}

/** Seconds from the recovery until the last of the payments approved during the outage was recorded. */
async function readRecovery(postgres, begun) {
  const ids = begun.map(({ orderId }) => `'${orderId}'`).join(', ')
  const [recoveredAt] = postgres.query('select extract(epoch from now())').map(Number)
  for (let turn = 0; turn < RECOVERY_SECONDS; turn += 1) {
    const rows = postgres.query(`select coalesce(extract(epoch from paid_at), 0) from orders where id in (${ids})`)
    const paidAt = rows.map(Number)
    if (paidAt.every(Boolean))
      return { count: paidAt.length, longest: Math.max(0, ...paidAt.map((at) => at - recoveredAt)) }
    await wait(1_000)
  }
  return { count: begun.length, longest: Number.POSITIVE_INFINITY }
}

/** Somebody tries the wallet every second; every ten seconds a card is charged and its page is gone. */
async function keepBuying(origin, providers, isOver) {
  const waiting = []
  for (let second = 0; !(await Promise.race([isOver, wait(1_000, false)])); second += 1) {
    waiting.push(startWallet(origin).catch(() => {}))
    if (second % 10 === 0) await buyByCard(origin, providers)
  }
  await Promise.all(waiting)
}

async function startWallet(origin) {
  const body = walletBody()
  const reply = await post(origin, 'paypal-create-order', body)
  return { orderId: body.orderId, paypalOrderId: reply.data.paypalOrderId }
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

function rowsOf(kind, undisturbed, { latency, settled, recovery }) {
  const figures = [
    [`longest until one of ${settled.count} lost card payments was recorded while PayPal ${kind}`, settled.longest],
    [`longest until one of ${recovery.count} approved payments was recorded after it had come back`, recovery.longest],
  ]
  return [
    ratioRow({
      goal: '–',
      measured: `p99 of a start by card while PayPal ${kind} for ${MINUTES} min : answers`,
      unit: 'ms',
      ours: latency.p99,
      reference: undisturbed.latency.p99,
      most: 1.2,
    }),
    ...figures.map(([measured, ours]) => figureRow({ goal: '–', measured, unit: 's', ours, most: 60 })),
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
