import { between, doAs, streamOf } from '../world/actors'
import { DAY, HOUR, MINUTE, sleep, trueNow } from '../world/clock'
import type { Server, Shop } from './servers'

type Background = { seed: number; shop: Shop; until: number; onError: (problem: string) => void }

const sweeping = new Set<Server['actor']>()

export async function sweepOnce({ actor, calls }: Server, onError: (problem: string) => void): Promise<void> {
  if (actor.isDead || sweeping.has(actor)) return
  sweeping.add(actor)
  try {
    await doAs(actor, () => calls.sweep(trueNow()))
  } catch (error) {
    // Leaves other errors to the next sweep.
    if (error instanceof TypeError || error instanceof RangeError) onError(`a sweep failed: ${error.stack}`)
  } finally {
    sweeping.delete(actor)
  }
}

export const isSweeping = ({ actor }: Server): boolean => sweeping.has(actor)

export async function keepSweeping({ seed, shop, until, onError }: Background, number: number): Promise<void> {
  const random = streamOf(seed, `sweeper ${number}`)
  while (trueNow() < until) {
    await sleep(between(random, 5 * MINUTE, 3 * HOUR))
    const server = shop.anyServer()
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

async function endOrDie(shop: Shop, { actor }: Server, work: () => Promise<unknown>): Promise<void> {
  await shop.untilDeath(
    actor,
    doAs(actor, () => work().catch(() => undefined)),
  )
}
