import { DatabaseUnavailable } from '@site/api/testing/driven-parts'
import type { SigningKeys } from './books/webhooks'
import type { CallFailure } from './network/call-failures'
import { has, type Plan, type TroubleRates } from './plan'
import { restore, takeAway } from './shop/database'
import type { Shop } from './shop/servers'
import type { SimulatedWorld } from './simulated-world'
import type { Actor } from './world/actors'
import { HOUR, MINUTE, SECOND, sleep, trueNow } from './world/clock'
import { databaseTrouble } from './world/database-trouble'
import { between, streamOf } from './world/random'
import { note, reach } from './world/trace'

export type TroubleState = { isOver: boolean; hasBegun: boolean }

/**
 * What goes wrong at the database: an answer that is lost before or after what it was about is kept, and a server that dies at
 * exactly that moment. Only what changes something is hit; after the rest nothing is different.
 */
export function troubleDatabase(plan: Plan, rates: TroubleRates, shop: () => Shop, state: TroubleState): void {
  const random = streamOf(plan.seed, 'database')
  const isChange = (sql: string) => sql === 'commit' || /^(insert|update|delete)/.test(sql)
  const strike = (actor: Actor, sql: string, when: 'before' | 'after') => {
    if (state.isOver || rates.commit === 0 || !isChange(sql)) return
    // Inside a transaction the commit is what decides.
    if (!random.chance(sql === 'commit' ? rates.commit : rates.commit / 5)) return
    const what = sql === 'commit' ? 'a commit' : 'a change'
    const server = shop().find(actor)
    if (server && has(plan, 'crashes') && random.chance(0.4)) shop().kill(server, `${when} ${what}`)
    note(`${actor.name} loses its database ${when} ${what}`)
    reach(`database: lost ${when} ${what}`)
    throw new DatabaseUnavailable(`lost ${when} ${what}`)
  }
  databaseTrouble.before = (actor, sql) => {
    if (actor.isDead) throw new DatabaseUnavailable('the server was killed')
    if (databaseTrouble.isAway) throw new DatabaseUnavailable('the database is away')
    strike(actor, sql, 'before')
  }
  databaseTrouble.after = (actor, sql) => strike(actor, sql, 'after')
}

const outages = [
  'hangs',
  'error before',
  'error instead',
  'error instead',
  'trickles',
  'unauthorised',
  'missing',
  'busy',
] as const satisfies readonly CallFailure[]

/** Kills, outages, a mail server or a database that is away: one larger thing after the other until all is well. */
export async function makeTrouble(world: SimulatedWorld, state: TroubleState): Promise<void> {
  const { plan, shop, trouble } = world
  const random = streamOf(plan.seed, 'trouble')
  while (!state.isOver) {
    await sleep(between(random, 20 * MINUTE, 5 * HOUR) * plan.rarity)
    if (state.isOver) return
    const what = random.pick(['kill', 'outage', 'outage', 'mail', 'database', 'nothing'] as const)
    const lastsMs = random.pick([MINUTE, 20 * MINUTE, 2 * HOUR, 20 * HOUR, 30 * HOUR])
    if (what !== 'mail' && what !== 'nothing') state.hasBegun = true
    if (what === 'kill' && has(plan, 'crashes')) {
      const server = shop.anyServer()
      if (server) shop.kill(server, 'at any time')
    }
    if (what === 'outage' && has(plan, 'outages'))
      await failForAWhile(world, random.pick(['stripe', 'paypal']), random.pick<CallFailure>(outages), lastsMs)
    if (what === 'mail' && has(plan, 'mail-trouble')) {
      trouble.mail.isAway = true
      reach('outage: mail')
      await sleep(lastsMs)
      trouble.mail.isAway = false
    }
    if (what === 'database' && has(plan, 'database')) {
      takeAway()
      note('the database is away')
      reach('outage: database')
      await sleep(Math.min(lastsMs, 20 * MINUTE))
      restore()
      note('the database is back')
    }
  }
}

async function failForAWhile(
  { trouble }: SimulatedWorld,
  provider: 'stripe' | 'paypal',
  how: CallFailure,
  lastsMs: number,
): Promise<void> {
  note(`${provider} ${how} from now on`)
  reach(`outage: ${provider} ${how}`)
  trouble.network.outage = { provider, how }
  await sleep(lastsMs)
  trouble.network.outage = undefined
  note(`${provider} is itself again`)
}

/** A killed server is replaced, as by whoever supervises it; its clock may be off. */
export async function keepServersRunning(
  { plan, shop }: SimulatedWorld,
  count: number,
  state: TroubleState,
): Promise<void> {
  const random = streamOf(plan.seed, 'supervisor')
  for (;;) {
    await sleep(between(random, 10 * SECOND, 3 * MINUTE))
    const missing = count - shop.alive().length
    for (let opened = 0; opened < missing; opened += 1) await shop.open(skewOf(plan, random, state))
    if (state.isOver && missing === 0) return
  }
}

export function skewOf(plan: Plan, random: ReturnType<typeof streamOf>, state: Pick<TroubleState, 'isOver'>): number {
  const skew = random.pick([0, 0, 0, 900, -1_500, 30 * SECOND, -20 * SECOND])
  return has(plan, 'clocks') && !state.isOver ? skew : 0
}

/** The secret of Stripe's webhooks is changed there first, and at the shop hours later by a restart. */
export async function rotateKeys({ plan, shop, healsAt }: SimulatedWorld, atStripe: SigningKeys): Promise<void> {
  const random = streamOf(plan.seed, 'rotation')
  if (!random.chance(0.3)) return
  await sleep(between(random, HOUR, 2 * 24 * HOUR))
  atStripe.stripe = 'whsec_second'
  note("the secret of Stripe's webhooks is changed")
  reach('a webhook secret is changed')
  // Where nobody tells the shop, the provider gives up in the end, and the sweep alone must do it.
  if (random.chance(0.4)) return reach('a webhook secret is never told to the shop')
  await sleep(between(random, MINUTE, 5 * HOUR))
  shop.configure({ ...atStripe })
  for (const server of shop.alive()) {
    shop.kill(server, 'to be restarted')
    // By then nobody looks after servers that were killed.
    if (trueNow() > healsAt) await shop.open()
  }
}
