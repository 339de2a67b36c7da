import type { Operation } from '@site/api/testing/driven-parts'
import type { World } from '../create-world'
import { command } from '../people/owner'
import { readBooks } from '../providers/books'
import { DAY } from '../world/clock'
import { checkBookings, checkMails } from './check-mails'
import { checkMoney } from './check-money'
import { checkOrders } from './check-orders'
import { checkPapers } from './check-papers'
import { checkStatements } from './check-statements'
import { type Breach, gather } from './evidence'

type Attention = { orders: { orderId: string; reasons: string[] }[]; cases: { summary: string }[] }

const TIMES = 5

/** Runs four healthy days after the last trouble, so the owner's list has all findings of reconciliation. */
export async function checkHistory(world: World): Promise<Breach[]> {
  await ask(world, { do: 'reconcile', sinceMs: 30 * DAY })
  const { orders = [], cases = [] } = ((await ask(world, { do: 'attention' })) ?? {}) as Partial<Attention>
  const listed = [
    ...orders.flatMap(({ orderId, reasons }) => reasons.map((reason) => `${orderId}: ${reason}`)),
    ...cases.map(({ summary }) => summary),
  ]
  const evidence = await gather(world, readBooks(world.sandbox), listed)
  return [
    ...checkMoney(evidence),
    ...checkOrders(evidence),
    ...checkStatements(evidence),
    ...checkMails(evidence),
    ...checkBookings(evidence),
    ...checkPapers(evidence),
    ...world.problems.map((text): Breach => ({ invariant: 'error', text, about: [] })),
  ]
}

async function ask(world: World, operation: Operation): Promise<unknown> {
  for (let asked = 0; asked < TIMES; asked += 1) {
    const { kind, result, text } = await command(world, operation)
    if (kind === 'done') return result
    if (asked === TIMES - 1) world.problems.push(`${operation.do} failed: ${text}`)
  }
  return undefined
}
