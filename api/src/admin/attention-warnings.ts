import { findGaps } from '@site/papers/find-gaps'
import { and, count, gte, isNull } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { providerEvents, providerPauses } from '../database/schema'

/** An event that failed this often has left the queue. */
const GIVEN_UP_AFTER = 12

/** What is wrong with the shop as a whole, in sentences. */
export async function findWarnings(queries: Queries): Promise<string[]> {
  const pauses = await queries.select().from(providerPauses)
  const [given] = await queries
    .select({ value: count() })
    .from(providerEvents)
    .where(and(isNull(providerEvents.handledAt), gte(providerEvents.attempts, GIVEN_UP_AFTER)))
  const events = given?.value ?? 0
  return [
    ...pauses.map(
      ({ provider, reason, since }) =>
        `${provider} is not asked about payments since ${since.toISOString().slice(0, 16).replace('T', ' ')}: ${reason}`,
    ),
    ...(events > 0 ? [`${events} events of providers could not be handled: see provider_events.last_error`] : []),
    ...(await findGaps(queries)),
  ]
}
