import { checkHistory } from './checks/check-history'
import type { Breach } from './checks/evidence'
import { createWorld, type World } from './create-world'
import { buy } from './people/buyer'
import { own } from './people/owner'
import type { Plan } from './plan'
import { endRefunds, keepBanks } from './providers/banks'
import { isSweeping, keepDailyJobs, keepMailing, keepSweeping, sweepOnce } from './shop/background'
import { beginTroubles, heal, keepServersRunning, SERVERS, troubleDatabase } from './trouble'
import { doAs } from './world/actors'
import { DAY, HOUR, MINUTE, resetClock, runUntil, sleep, trueNow } from './world/clock'
import { note, readTrace, resetTrace } from './world/trace'

export type Outcome = { digest: string; breaches: Breach[]; lines: string[] }

/** Sweeps in the healthy days, in minutes after the trouble: the shop's back-off, shortened. */
const HEALTHY_SWEEPS = [3, 9, 25, 60, 120, 300, 700, 1_200, 1_500, 1_700, 2_600, 3_600, 4_800, 6_200]
const HEALTHY_DAYS = 4.5
const LIMIT = 14 * DAY

/** The same plan gives the same history. */
export async function runHistory(plan: Plan): Promise<Outcome> {
  resetClock()
  resetTrace()
  const begun = trueNow()
  const world = await createWorld(plan)
  const run = (work: () => Promise<void>) =>
    void doAs(undefined, work).catch((error: unknown) =>
      world.problems.push(`the simulation itself failed: ${error instanceof Error ? error.stack : error}`),
    )
  let breaches: Breach[] | undefined
  run(async () => {
    troubleDatabase(world)
    for (let opened = 0; opened < SERVERS; opened += 1) await world.shop.open()
    begin(world, run)
    await sleep(world.healsAt - trueNow())
    heal(world)
    endRefunds(world)
    await recover(world)
    breaches = await checkHistory(world)
  })
  await runUntil(begun + LIMIT, () => breaches !== undefined)
  await world.sandbox.close()
  const lost: Breach = { invariant: 'error', text: `no checks: ${world.problems.join('; ')}`, about: [] }
  for (const { text } of breaches ?? [lost]) note(`breach: ${text}`)
  return { breaches: breaches ?? [lost], ...readTrace() }
}

function begin(world: World, run: (work: () => Promise<void>) => void): void {
  const { plan, shop, healsAt } = world
  const background = { seed: plan.seed, shop, until: healsAt, onError: (text: string) => world.problems.push(text) }
  const untilTheEnd = { ...background, until: healsAt + HEALTHY_DAYS * DAY }
  for (const [index, buyer] of plan.buyers.entries()) run(() => buy(world, buyer, index + 1))
  run(() => own(world))
  run(() => keepBanks(world))
  run(() => keepServersRunning(world))
  beginTroubles(world, run)
  for (let number = 1; number <= SERVERS; number += 1) run(() => keepSweeping(background, number))
  run(() => keepMailing(untilTheEnd))
  run(() => keepDailyJobs(untilTheEnd))
}

/** Leaves running servers alone: a stuck one stays stuck. */
async function recover({ shop, healsAt, problems }: World): Promise<void> {
  for (const [index, minutes] of HEALTHY_SWEEPS.entries()) {
    await sleep(Math.max(0, healsAt + minutes * MINUTE - trueNow()))
    const alive = shop.alive()
    const server = alive[index % Math.max(1, alive.length)]
    if (server) await Promise.race([sweepOnce(server, (text) => problems.push(text)), sleep(10 * MINUTE)])
  }
  await sleep(7 * HOUR)
  for (const server of shop.alive()) {
    if (isSweeping(server)) problems.push(`a sweep of ${server.actor.name} has not ended in four healthy days`)
  }
}
