import { createWorld } from './create-world'
import type { Breach } from './ledger/breach'
import { judgeEnd, judgeQuietPoint } from './ledger/judge'
import { buy } from './people/buyer'
import { answerDisputes, erasePeople, own } from './people/owner'
import { has, type Plan } from './plan'
import { isSweeping, keepDailyJobs, keepMailing, keepSweeping, sweepOnce } from './shop/background'
import { restore } from './shop/database'
import type { SimulatedWorld } from './simulated-world'
import { keepServersRunning, makeTrouble, rotateKeys, skewOf, type TroubleState } from './trouble'
import { doAs } from './world/actors'
import { DAY, HOUR, MINUTE, resetClock, runUntil, sleep, trueNow } from './world/clock'
import { between, streamOf } from './world/random'
import { note, readTrace, resetTrace } from './world/trace'

export type Outcome = {
  seed: number
  digest: string
  breaches: Breach[]
  lines: string[]
  reached: Record<string, number>
  simulatedDays: number
}

const SERVERS = 2
/** After trouble ends everything must end in this time. */
const HEALTHY_DAYS = 4.5
/** When one sweeps in the healthy days, in minutes after the end of trouble: the shop's own back-off, in short. */
const HEALTHY_SWEEPS = [3, 9, 25, 60, 120, 300, 700, 1_200, 1_500, 1_700, 2_600, 3_600, 4_800, 6_200]

/** Those of them after which nothing is under way, so that the books must be equal. */
const QUIET_POINTS = [1_200, 3_600]

/** One history: days of buying under trouble, healthy days, and the judgement. The same plan gives the same history. */
export async function runHistory(plan: Plan): Promise<Outcome> {
  resetClock()
  resetTrace()
  const begun = trueNow()
  const { world, state } = await createWorld(plan)
  const run = (work: () => Promise<void>) =>
    void doAs(undefined, work).catch((error: unknown) =>
      world.problems.push(`the simulation itself failed: ${describe(error)}`),
    )
  let isEnded = false
  const atQuietPoints: Breach[] = []
  run(async () => {
    await openServers(world, state)
    begin(world, state, run)
    await sleep(world.healsAt - trueNow())
    heal(world, state)
    atQuietPoints.push(...(await recover(world)))
    isEnded = true
  })
  await runUntil(begun + (plan.days + HEALTHY_DAYS + 5) * DAY, () => isEnded)
  if (!isEnded) world.problems.push('the history did not end')
  let breaches: Breach[] | undefined
  run(async () => {
    breaches = [...atQuietPoints, ...(await judgeEnd(world))]
  })
  await runUntil(trueNow() + DAY, () => breaches !== undefined)
  for (const { text } of breaches ?? []) note(`breach: ${text}`)
  const { lines, digest, reached } = readTrace()
  const lost: Breach = { invariant: 'error', text: `no judgement: ${world.problems.join('; ')}`, about: [] }
  return {
    seed: plan.seed,
    digest,
    breaches: breaches ?? [lost],
    lines,
    reached,
    simulatedDays: (trueNow() - begun) / DAY,
  }
}

async function openServers({ plan, shop }: SimulatedWorld, state: TroubleState): Promise<void> {
  const random = streamOf(plan.seed, 'first servers')
  for (let opened = 0; opened < SERVERS; opened += 1) await shop.open(skewOf(plan, random, state))
}

function begin(world: SimulatedWorld, state: TroubleState, run: (work: () => Promise<void>) => void): void {
  const { plan, shop, healsAt, lastCalls } = world
  const lastActive = () => Math.max(0, ...lastCalls.values())
  const background = { plan, shop, lastActive, until: healsAt, onError: (text: string) => world.problems.push(text) }
  for (let number = 1; number <= plan.buyers; number += 1) {
    if (has(plan, `buyer-${number}`)) run(() => buy(world, number))
  }
  if (has(plan, 'owner')) run(() => own(world))
  if (has(plan, 'owner') && has(plan, 'refunds')) run(() => answerDisputes(world))
  if (has(plan, 'erasures')) run(() => erasePeople(world))
  if (has(plan, 'rotation')) run(() => rotateKeys(world, world.keysAtProviders))
  if (has(plan, 'prices')) run(() => changePrices(world))
  run(() => payOutWeekly(world))
  run(() => makeTrouble(world, state))
  run(() => keepServersRunning(world, SERVERS, state))
  for (let number = 1; number <= SERVERS; number += 1) run(() => keepSweeping(background, number))
  run(() => keepMailing({ ...background, until: healsAt + HEALTHY_DAYS * DAY }))
  run(() => keepDailyJobs({ ...background, until: healsAt + HEALTHY_DAYS * DAY }))
}

async function payOutWeekly({ stripe, payPal, healsAt }: SimulatedWorld): Promise<void> {
  for (; trueNow() < healsAt; await sleep(7 * DAY)) {
    stripe.payOut()
    payPal.payOut()
  }
}

async function changePrices({ plan, prices }: SimulatedWorld): Promise<void> {
  const random = streamOf(plan.seed, 'prices')
  await sleep(between(random, HOUR, 2 * DAY))
  prices.change()
  note('the prices change')
}

function heal({ trouble, habits }: SimulatedWorld, state: TroubleState): void {
  note('all is well from now on')
  state.isOver = true
  restore()
  Object.assign(trouble.network, { failureRate: 0, outage: undefined })
  Object.assign(trouble.mail, { failureRate: 0, isAway: false })
  Object.assign(trouble.webhooks, { neverRate: 0, isUnruly: false, unasked: 'nothing' })
  // Where banks go on refusing what is sent back, money stays with the shop however often it tries.
  habits.refundTrouble = 0
}

/** The servers that live go on as they are: what is stuck in one of them stays stuck. */
async function recover(world: SimulatedWorld): Promise<Breach[]> {
  const { shop, healsAt, problems } = world
  const breaches: Breach[] = []
  for (const [index, minutes] of HEALTHY_SWEEPS.entries()) {
    await sleep(Math.max(0, healsAt + minutes * MINUTE - trueNow()))
    const alive = shop.alive()
    const server = alive[index % Math.max(1, alive.length)]
    if (server) await Promise.race([sweepOnce(server, (text) => problems.push(text)), sleep(10 * MINUTE)])
    if (QUIET_POINTS.includes(minutes)) breaches.push(...(await judgeQuietPoint(world)))
  }
  await sleep(7 * HOUR)
  for (const server of shop.alive()) {
    if (isSweeping(server)) problems.push(`a sweep of ${server.actor.name} has not ended in four healthy days`)
  }
  return breaches
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
