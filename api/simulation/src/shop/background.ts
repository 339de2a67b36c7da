import { dailyJobs } from '@site/api/testing/driven-parts'
import type { Plan } from '../plan'
import { doAs } from '../world/actors'
import { DAY, HOUR, MINUTE, sleep, trueNow } from '../world/clock'
import { between, streamOf } from '../world/random'
import { reach } from '../world/trace'
import { query } from './database'
import type { Server, Shop } from './servers'

/**
 * What a process around the API does without being asked: sweeps, mail, daily jobs. The real intervals of seconds would ask
 * thousands of times whether anything is due: here it is asked, in one query, when something may be.
 */

const dueNow = `select
  exists (select 1 from refunds where state in ('requested', 'pending') and next_check_at <= now())
  or exists (select 1 from provider_events where handled_at is null and next_attempt_at <= now())
  or exists (select 1 from payments where provider_id is not null and next_check_at <= now()
    and state in ('open', 'processing', 'declined', 'duplicate', 'abandoned', 'expired')) as due`
const unsentMail = 'select exists (select 1 from outbox where sent_at is null and next_attempt_at <= now()) as due'

/** Sweeps as one server does: never a second time while the first has not ended. */
export async function sweepOnce({ actor, calls }: Server, onError: (problem: string) => void): Promise<void> {
  if (actor.isDead || sweeping.has(actor)) return
  sweeping.add(actor)
  try {
    await doAs(actor, () => calls.sweep(trueNow()))
  } catch (error) {
    // The next sweep does it; an error that is the code's own is a breach.
    if (error instanceof TypeError || error instanceof RangeError) onError(`a sweep failed: ${error.stack}`)
  } finally {
    sweeping.delete(actor)
  }
}
const sweeping = new Set<Server['actor']>()

export function isSweeping({ actor }: Server): boolean {
  return sweeping.has(actor)
}

/** How long until the next look: lively while people buy, seldom in the end, as the shop's own back-off has it. */
function pauseOf(random: ReturnType<typeof streamOf>, idleMs: number, rarity = 1): number {
  if (idleMs < 30 * MINUTE) return between(random, 3 * MINUTE, 12 * MINUTE)
  return idleMs < 5 * HOUR ? between(random, 30 * MINUTE, 2 * HOUR) : between(random, 2 * HOUR, 7 * HOUR) * rarity
}

export type Background = {
  plan: Plan
  shop: Shop
  /** When anybody last did something. */
  lastActive: () => number
  until: number
  onError: (problem: string) => void
}

export async function keepSweeping(
  { plan, shop, lastActive, until, onError }: Background,
  number: number,
): Promise<void> {
  const random = streamOf(plan.seed, `sweeper ${number}`)
  while (trueNow() < until) {
    await sleep(pauseOf(random, trueNow() - lastActive(), plan.rarity))
    const server = shop.anyServer()
    const [row] = await query<{ due: boolean }>(dueNow)
    // Asked for nothing now and then: the question itself may overlook something.
    if (!server || !(row?.due || random.chance(0.05))) continue
    reach('sweep')
    // Two servers sweep at the same time.
    void sweepOnce(server, onError)
  }
}

export async function keepMailing({ plan, shop, lastActive, until }: Background): Promise<void> {
  const random = streamOf(plan.seed, 'mail worker')
  while (trueNow() < until) {
    await sleep(pauseOf(random, trueNow() - lastActive()))
    const [row] = await query<{ due: boolean }>(unsentMail)
    const server = row?.due ? shop.anyServer() : undefined
    if (server)
      await shop.untilDeath(
        server.actor,
        doAs(server.actor, () => server.calls.sendMail().catch(() => 0)),
      )
  }
}

export async function keepDailyJobs({ plan, shop, until }: Background): Promise<void> {
  const random = streamOf(plan.seed, 'daily jobs')
  while (trueNow() < until) {
    const server = shop.anyServer()
    if (server) await Promise.race([sleep(HOUR), runJobs(server, shop)])
    await sleep(between(random, DAY, 2 * DAY))
  }
}

async function runJobs({ actor, calls }: Server, shop: Shop): Promise<void> {
  for (const job of dailyJobs) {
    const isDone = await shop.untilDeath(
      actor,
      doAs(actor, () => calls.runJob(job.name)),
    )
    if (isDone) reach(`daily job: ${job.name}`)
  }
}
