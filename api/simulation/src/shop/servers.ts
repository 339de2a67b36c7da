import type { SigningKeys } from '../books/webhooks'
import type { Plan } from '../plan'
import { type Actor, doAs } from '../world/actors'
import { streamOf } from '../world/random'
import { note, reach } from '../world/trace'
import type { ServerDeeds } from './build-server'
import type { createMailServer } from './mail-server'
import { openServer } from './open-server'
import type { PriceBoard } from './price-board'

/** What the world does with one server, whether it is in this process or in one of its own. */
export type ServerCalls = ServerDeeds & {
  post: (url: string, payload: string | object, headers: Record<string, string>) => Promise<RawReply>
  /** It was killed. */
  end: () => void
}
type RawReply = { statusCode: number; body: string }
export type Server = { actor: Actor; calls: ServerCalls }
/** `code`: of a refusal. Status 0: the connection was lost. */
export type Reply = { status: number; code: string; data: Record<string, unknown> }

export type ShopOptions = {
  plan: Plan
  keys: SigningKeys
  mailServer: ReturnType<typeof createMailServer>
  prices: PriceBoard
  onError: (problem: string) => void
}

const lost: Reply = { status: 0, code: 'lost', data: {} }

/** The servers of the shop behind one address: opened, killed, and whichever lives answers. */
export function createShop(options: ShopOptions) {
  const { plan, mailServer, prices, onError } = options
  const servers: Server[] = []
  const deaths = new Map<Actor, () => void>()
  const balance = streamOf(plan.seed, 'balancer')
  let opened = 0
  let keys = { ...options.keys }

  async function open(skewMs = 0): Promise<Server> {
    const name = `server ${++opened}`
    const actor: Actor = { name, skewMs, isDead: false, random: streamOf(plan.seed, name) }
    const die = (why: string) => kill(server, why)
    const asked = { actor, plan, keys, mailServer, prices, die, onError }
    const server: Server = { actor, calls: await doAs(actor, () => openServer(asked)) }
    servers.push(server)
    note(`${name} opens${skewMs === 0 ? '' : `, its clock ${skewMs / 1_000} s off`}`)
    if (skewMs !== 0) reach('a server whose clock is off')
    return server
  }

  function kill({ actor, calls }: Server, why: string): void {
    if (actor.isDead) return
    actor.isDead = true
    note(`${actor.name} is killed ${why}`)
    reach(`a server is killed ${why}`)
    deaths.get(actor)?.()
    calls.end()
  }

  /** The reply, or that the server died before it came. */
  function untilDeath<T>(actor: Actor, work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const earlier = deaths.get(actor)
      deaths.set(actor, () => {
        earlier?.()
        resolve(undefined)
      })
      work.then((value) => resolve(actor.isDead ? undefined : value), reject)
    })
  }

  const alive = () => servers.filter(({ actor }) => !actor.isDead)
  /** As a balancer chooses; `undefined` while none answers. */
  const anyServer = (): Server | undefined => {
    const [first, ...others] = alive()
    return first && balance.pick([first, ...others])
  }

  async function post(path: string, payload: string | object, headers: Record<string, string> = {}): Promise<Reply> {
    const server = anyServer()
    if (!server) return lost
    const { actor, calls } = server
    const url = `/api/payments/${path}`
    const work = doAs(actor, () => calls.post(url, payload, headers))
    const reply = await untilDeath(actor, work)
    if (!reply) return lost
    const body = reply.body ? JSON.parse(reply.body) : {}
    if (reply.statusCode === 500) onError(`${path} was answered with 500`)
    return { status: reply.statusCode, code: body.code ?? '', data: body.data ?? {} }
  }

  return {
    /** For servers that are opened from now on. */
    configure(changed: SigningKeys): void {
      keys = changed
    },
    open,
    kill,
    alive,
    anyServer,
    post,
    untilDeath,
    all: () => servers,
    find: (actor: Actor) => servers.find((it) => it.actor === actor),
  }
}

export type Shop = ReturnType<typeof createShop>
