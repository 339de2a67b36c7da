import { DatabaseUnavailable } from '@site/api/testing/driven-parts'
import type { World } from './create-world'
import { databaseTrouble } from './replaced/database-thread'
import { type Actor, between, streamOf } from './world/actors'
import { MINUTE, SECOND, sleep, trueNow } from './world/clock'
import { note } from './world/trace'

export const SERVERS = 2
const SKEWS: readonly [number, ...number[]] = [0, 0, 900, -1_500, 30 * SECOND, -20 * SECOND]

/** Loses answers before or after a commit, and kills servers at that moment. Reads are unaffected. */
export function troubleDatabase({ plan, shop, trouble }: World): void {
  const random = streamOf(plan.seed, 'database')
  const strike = (actor: Actor, sql: string, when: 'before' | 'after') => {
    const isCommit = sql === 'commit'
    if (trouble.providers.isOver || !(isCommit || /^(?:insert|update|delete)/.test(sql))) return
    // Inside a transaction the commit decides.
    if (!random.chance(isCommit ? plan.lostCommits : plan.lostCommits / 5)) return
    const what = isCommit ? 'a commit' : 'a change'
    const server = shop.find(actor)
    if (server && random.chance(0.4)) shop.kill(server, `${when} ${what}`)
    note(`${actor.name} loses its database ${when} ${what}`)
    throw new DatabaseUnavailable(`lost ${when} ${what}`)
  }
  databaseTrouble.before = (actor, sql) => {
    if (actor.isDead) throw new DatabaseUnavailable('the server was killed')
    if (databaseTrouble.isAway) throw new DatabaseUnavailable('the database is away')
    strike(actor, sql, 'before')
  }
  databaseTrouble.after = (actor, sql) => strike(actor, sql, 'after')
}

export function beginTroubles({ plan, shop, trouble }: World, run: (work: () => Promise<void>) => void): void {
  for (const { at, what, lastsMs, provider, how } of plan.troubles)
    run(async () => {
      await sleep(at)
      const server = shop.anyServer()
      if (trouble.providers.isOver) return
      note(what === 'outage' ? `${provider} answers ${how} from now on` : `${what} begins`)
      if (what === 'kill' && server) shop.kill(server, 'at any time')
      if (what === 'outage') trouble.providers.outage = { provider, how }
      if (what === 'mail') trouble.mail.isAway = true
      if (what === 'database') databaseTrouble.isAway = true
      await sleep(what === 'database' ? Math.min(lastsMs, 20 * MINUTE) : lastsMs)
      if (what === 'outage') trouble.providers.outage = undefined
      if (what === 'mail') trouble.mail.isAway = false
      if (what === 'database') databaseTrouble.isAway = false
      if (what !== 'kill') note(`${what} is over`)
    })
}

export function heal({ trouble }: World): void {
  note('all is well from now on')
  trouble.providers.isOver = true
  databaseTrouble.isAway = false
  Object.assign(trouble.mail, { failureRate: 0, isAway: false })
}

/** Replaces each killed server by one that shares only the database. */
export async function keepServersRunning({ plan, shop, healsAt }: World): Promise<void> {
  const random = streamOf(plan.seed, 'supervisor')
  for (;;) {
    await sleep(between(random, 10 * SECOND, 3 * MINUTE))
    const missing = SERVERS - shop.alive().length
    for (let opened = 0; opened < missing; opened += 1) await shop.open(random.pick(SKEWS))
    if (trueNow() > healsAt && missing === 0) return
  }
}
