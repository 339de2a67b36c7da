import { mailsAbout } from './check-mails'
import { type Breach, type Evidence, keptFor } from './evidence'
import type { Statement } from './page-statements'

export function checkStatements(evidence: Evidence): Breach[] {
  const { statements } = evidence.world
  const broken = statements.broken.map(({ orderId, text }) => ({ orderId, invariant: 'statement' as const, text }))
  return [...statements.standing().flatMap((statement) => checkStatement(evidence, statement) ?? []), ...broken].map(
    ({ orderId, invariant, text }) => ({
      invariant,
      text: `${orderId}: ${text}`,
      about: [orderId, ...evidence.pairs.filter((pair) => pair.orderId === orderId).map(({ id }) => id)],
    }),
  )
}

type Broken = { orderId: string; invariant: Breach['invariant']; text: string }

function checkStatement(evidence: Evidence, { orderId, what, words, at }: Statement): Broken | undefined {
  const { pairs, world, records } = evidence
  const own = pairs.filter((pair) => pair.orderId === orderId)
  const toBuyer = mailsAbout(evidence, orderId).filter(({ kind }) => kind !== 'sold')
  const order = records.orders.find(({ id }) => id === orderId)
  switch (what) {
    case 'failed':
    case 'ended': {
      const kept = keptFor(pairs, orderId)
      return kept > 0 ? { orderId, invariant: 'after no', text: `${words}, and ${kept} is kept` } : undefined
    }
    case 'paid': {
      const isTaken = own.some(({ takenPence }) => takenPence > 0)
      return isTaken ? undefined : { orderId, invariant: 'statement', text: `${words}, and nothing was ever taken` }
    }
    case 'mailed':
      return toBuyer.length > 0
        ? undefined
        : { orderId, invariant: 'statement', text: `${words}, and no mail was sent` }
    case 'processing': {
      // The page told the end later, or the order waits for the owner.
      const isSaid = world.statements.ever.some(
        (it) => it.orderId === orderId && it.at > at && it.what !== 'processing' && it.what !== 'mailed',
      )
      const isWithOwner = order?.state === 'needs_attention'
      if (isSaid || isWithOwner || toBuyer.length > 0) return undefined
      return { orderId, invariant: 'statement', text: `${words}, and nobody has written` }
    }
  }
}
