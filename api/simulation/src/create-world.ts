import { createStatements } from './people/page-statements'
import type { Plan } from './plan'
import { createFetch } from './providers/network'
import { createProviders, type ProviderTrouble } from './providers/providers'
import { emptyDatabase } from './shop/database'
import { createMailServer } from './shop/mail-server'
import { createShop } from './shop/servers'
import { currentActor, streamOf } from './world/actors'
import { DAY, trueNow } from './world/clock'

const TROUBLED_DAYS = 2

export async function createWorld(plan: Plan) {
  const problems: string[] = []
  const trouble = {
    providers: { outage: undefined, isOver: false } as ProviderTrouble,
    mail: { failureRate: plan.mailFailures, isAway: false },
  }
  await emptyDatabase()
  const mailServer = createMailServer(streamOf(plan.seed, 'mail server'), trouble.mail)
  const sandbox = await createProviders(plan, trouble.providers, async (provider, body, headers) => {
    const { status } = await shop.post(`webhooks/${provider}`, body, headers)
    return status
  })
  const shop = createShop({
    seed: plan.seed,
    mailServer,
    providers: sandbox.providers,
    onError: (problem) => problems.push(problem),
  })
  const deaths = streamOf(plan.seed, 'deaths')
  const onCall = (when: 'before' | 'after') => {
    const server = shop.find(currentActor())
    if (server && !trouble.providers.isOver && deaths.chance(plan.deaths)) shop.kill(server, `${when} a call`)
  }
  globalThis.fetch = createFetch({ server: sandbox.server, random: streamOf(plan.seed, 'network'), onCall })
  const healsAt = trueNow() + TROUBLED_DAYS * DAY
  return {
    plan,
    shop,
    sandbox,
    mailServer,
    statements: createStatements(),
    trouble,
    healsAt,
    problems,
    confirmed: new Set<string>(),
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>
