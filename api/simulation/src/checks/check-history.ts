import type { Operation } from '@site/api/testing/driven-parts'
import type { World } from '../create-world'
import { command } from '../people/owner'
import type { Statement } from '../people/page-statements'
import { readBooks } from '../providers/books'
import { DAY } from '../world/clock'
import { checkMails, mailsAbout } from './check-mails'
import { checkMoney } from './check-money'
import { checkOrders } from './check-orders'
import { type Breach, type Evidence, gather, keptFor, type PaperRecord, type RefundRecord } from './evidence'

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

function checkPapers({ records: { orders, papers, refunds } }: Evidence): Breach[] {
  const breach = (text: string, ...about: string[]): Breach => ({ invariant: 'papers', text, about })
  const numbers = (['receipt', 'credit_note'] as const).flatMap((kind) => {
    const found = papers.filter((paper) => paper.kind === kind).map(({ number }) => number)
    const isWhole = found.every((number, index) => number === index + 1)
    return isWhole ? [] : [breach(`the numbers of ${kind} are ${found.join(', ')}`)]
  })
  const sales = orders.flatMap(({ id, state, accepted }) => {
    const count = papers.filter(({ order_id, cause }) => order_id === id && cause === 'sale').length
    return count === (accepted ? 1 : 0) ? [] : [breach(`${id} is ${state}, and has ${count} receipts`, id)]
  })
  return [
    ...numbers,
    ...sales,
    ...refunds.flatMap((it) => checkRefund(it, papers).map((text) => breach(text, it.order_id))),
  ]
}

function checkRefund({ id, order_id, payment_id, amount, state }: RefundRecord, papers: readonly PaperRecord[]) {
  const own = papers.filter((paper) => paper.order_id === order_id)
  const isOnReceipt = own.some((paper) => paper.cause === 'sale' && paper.payment_id === payment_id)
  const about = own.filter(({ cause }) => cause === `refund-${id}`)
  const credited = about.filter(({ kind }) => kind === 'credit_note')
  // A receipt reverses the credit note of a refund that failed later.
  const open = credited.length - (about.length - credited.length)
  const wanted = state === 'sent' && isOnReceipt ? 1 : 0
  const wrong = credited.filter(({ total }) => total !== amount)
  return [
    ...(open === wanted ? [] : [`refund ${id} of ${order_id} is ${state}, and ${open} credit notes are about it`]),
    ...wrong.map(({ total }) => `refund ${id} of ${order_id} is of ${amount}, its credit note of ${total}`),
  ]
}

function checkStatements(evidence: Evidence): Breach[] {
  const { pairs, world } = evidence
  const refuted = world.statements.standing().flatMap((statement) => {
    const { orderId, what, words } = statement
    const but = refute(evidence, statement)
    const invariant: Breach['invariant'] = what === 'failed' || what === 'ended' ? 'after no' : 'statement'
    return but ? [{ orderId, invariant, text: `${words}, and ${but}` }] : []
  })
  const broken = world.statements.broken.map(
    ({ orderId, text }) => ({ orderId, invariant: 'statement', text }) as const,
  )
  return [...refuted, ...broken].map(({ orderId, invariant, text }) => ({
    invariant,
    text: `${orderId}: ${text}`,
    about: [orderId, ...pairs.filter((pair) => pair.orderId === orderId).map(({ id }) => id)],
  }))
}

/** @returns what speaks against a statement */
function refute(evidence: Evidence, { orderId, what, at }: Statement): string | undefined {
  const { pairs, world, records } = evidence
  const isWritten = mailsAbout(evidence, orderId).some(({ kind }) => kind !== 'sold')
  switch (what) {
    case 'failed':
    case 'ended': {
      const kept = keptFor(pairs, orderId)
      return kept > 0 ? `${kept} is kept` : undefined
    }
    case 'paid': {
      const isTaken = pairs.some((pair) => pair.orderId === orderId && pair.takenPence > 0)
      return isTaken ? undefined : 'nothing was ever taken'
    }
    case 'mailed':
      return isWritten ? undefined : 'no mail was sent'
    case 'processing': {
      // The page told the end later, or the order waits for the owner.
      const isSaid = world.statements.ever.some(
        (it) => it.orderId === orderId && it.at > at && it.what !== 'processing' && it.what !== 'mailed',
      )
      const isWithOwner = records.orders.some(({ id, state }) => id === orderId && state === 'needs_attention')
      return isSaid || isWithOwner || isWritten ? undefined : 'nobody has written'
    }
  }
}
