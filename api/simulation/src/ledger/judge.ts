import type { Operation } from '@site/api/testing/driven-parts'
import { LAG } from '../books/paypal/paypal-transactions'
import { type CommandReply, command } from '../people/command'
import { bookedPayments, type SimulatedWorld } from '../simulated-world'
import { DAY, elapsed, HOUR, sleep, trueNow } from '../world/clock'
import { type Breach, type Evidence, pairUp } from './breach'
import { judgeAccounts } from './judge-accounts'
import { judgeList, judgeOpenDisputes } from './judge-list'
import { judgeMails } from './judge-mails'
import { judgeMoney } from './judge-money'
import { judgeOrders } from './judge-orders'
import { judgePapers } from './judge-papers'
import { judgePromises } from './judge-promises'
import { judgeReconciliation } from './judge-reconciliation'
import { dayOf, judgeStatements } from './judge-statements'
import { readShopRecords } from './shop-records'

type Attention = { orders: { orderId: string; reasons: string[] }[]; cases: { summary: string }[]; warnings: string[] }

/** Beside real processes a server may be slower than anybody waits, for as long as the machine is busy with something else. */
const TIMES = 5

/** When all is well each command has an answer in the end: one that never has one is a breach. */
async function ask(world: SimulatedWorld, operation: Operation): Promise<CommandReply> {
  let reply = await command(world, operation)
  for (let asked = 1; reply.kind === 'lost' && asked < TIMES; asked += 1) reply = await command(world, operation)
  return reply
}

/** Everything at once: the shop's records, the providers' books and the owner's list, at one moment. */
async function gather(world: SimulatedWorld): Promise<Evidence> {
  const { result } = await ask(world, { do: 'attention' })
  const { orders = [], cases = [] } = (result ?? {}) as Partial<Attention>
  const listed = new Set([
    ...orders.flatMap(({ orderId, reasons }) => reasons.map((reason) => `${orderId}: ${reason}`)),
    ...cases.map(({ summary }) => summary),
  ])
  const records = await readShopRecords()
  return { world, records, pairs: pairUp(bookedPayments(world), records), listed }
}

/** Invariants 1 to 4 whenever nothing is under way, and what is on the list for some days only. */
export async function judgeQuietPoint(world: SimulatedWorld): Promise<Breach[]> {
  const evidence = await gather(world)
  return [...judgeMoney(evidence, false), ...judgeOpenDisputes(evidence)]
}

/** What is left is paid out: then statements and accounts have to come to the same as the books. */
async function judgeBooks(world: SimulatedWorld, reconciledAt: number): Promise<Breach[]> {
  const { stripe, payPal } = world
  stripe.payOut()
  payPal.payOut()
  await sleep(LAG + HOUR)
  const now = trueNow()
  const since = now - elapsed()
  const { statements, differences } = await readShopRecords()
  const { text, result } = await ask(world, { do: 'ledger', from: dayOf(since), to: dayOf(now) })
  const lines = [...stripe.lines(), ...payPal.lines().filter(({ at }) => at < now - LAG)]
  const csv = typeof result === 'string' ? result : `failed: ${text}`
  return [...judgeStatements({ statements, differences }, lines, since, reconciledAt), ...judgeAccounts(csv, lines)]
}

/** All of them, four healthy days after the last trouble. */
export async function judgeEnd(world: SimulatedWorld): Promise<Breach[]> {
  const before = await gather(world)
  const reconciledAt = trueNow() - 4 * HOUR
  const reconciled = await ask(world, { do: 'reconcile', sinceMs: world.plan.days * DAY + 30 * DAY })
  const sentences = Array.isArray(reconciled.result)
    ? (reconciled.result as string[])
    : [`it failed: ${reconciled.text}`]
  // What reconciling finds is listed.
  const evidence = await gather(world)
  return [
    ...judgeMoney(evidence),
    ...judgeOrders(evidence),
    ...judgePromises(evidence),
    ...judgeMails(evidence),
    ...judgePapers(evidence),
    ...judgeList(evidence),
    ...judgeReconciliation(before, sentences),
    ...(await judgeBooks(world, reconciledAt)),
    ...world.problems.map((text): Breach => ({ invariant: 'error', text, about: [] })),
  ]
}
