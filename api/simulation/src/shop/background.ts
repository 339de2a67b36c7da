import { doAs } from '../world/actors'
import { DAY, HOUR, MINUTE, sleep, trueNow } from '../world/clock'
import { between, streamOf } from '../world/random'
import { reach } from '../world/trace'
import type { Server, Shop } from './servers'

/** What a process around the API does by itself, less often than every few seconds. */
type Background = { seed: number; shop: Shop; until: number; onError: (problem: string) => void }

const sweeping = new Set<Server['actor']>()

/** Sweeps as one server does: never a second time while the first has not ended. */
export async function sweepOnce({ actor, calls }: Server, onError: (problem: string) => void): Promise<void> {
  if (actor.isDead || sweeping.has(actor)) return
  sweeping.add(actor)
  try {
    await doAs(actor, () => calls.sweep(trueNow()))
  } catch (error) {
    // The next sweep does it, unless the error is the code's own.
    if (error instanceof TypeError || error instanceof RangeError) onError(`a sweep failed: ${error.stack}`)
  } finally {
    sweeping.delete(actor)
  }
}

export function isSweeping({ actor }: Server): boolean {
  return sweeping.has(actor)
}

export async function keepSweeping({ seed, shop, until, onError }: Background, number: number): Promise<void> {
  const random = streamOf(seed, `sweeper ${number}`)
  while (trueNow() < until) {
    await sleep(between(random, 5 * MINUTE, 3 * HOUR))
    const server = shop.anyServer()
    reach('sweep')
    // Two servers sweep at the same time.
    if (server) void sweepOnce(server, onError)
  }
}

export async function keepMailing({ seed, shop, until }: Background): Promise<void> {
  const random = streamOf(seed, 'mail worker')
  while (trueNow() < until) {
    await sleep(between(random, 10 * MINUTE, 4 * HOUR))
    const server = shop.anyServer()
    if (server) await endOrDie(shop, server, () => server.calls.sendMail())
  }
}

export async function keepDailyJobs({ seed, shop, until }: Background): Promise<void> {
  const random = streamOf(seed, 'daily jobs')
  while (trueNow() < until) {
    const server = shop.anyServer()
    if (server) await Promise.race([sleep(HOUR), endOrDie(shop, server, () => server.calls.runJobs())])
    await sleep(between(random, DAY, 2 * DAY))
  }
}

/** What fails is done the next time. */
async function endOrDie(shop: Shop, { actor }: Server, work: () => Promise<unknown>): Promise<void> {
  await shop.untilDeath(
    actor,
    doAs(actor, () => work().catch(() => undefined)),
  )
}
