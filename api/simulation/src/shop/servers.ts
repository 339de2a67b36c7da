import type { Sandbox } from '@site/sandbox'
import { type Actor, doAs, streamOf } from '../world/actors'
import { note } from '../world/trace'
import type { createMailServer } from './mail-server'
import { openServer, type ServerCalls } from './open-server'

export type Server = { actor: Actor; calls: ServerCalls }
/** `code`: of a refusal. Status 0: connection lost. */
export type Reply = { status: number; code: string; data: Record<string, unknown> }

type ShopOptions = {
  seed: number
  mailServer: ReturnType<typeof createMailServer>
  providers: Sandbox['providers']
  onError: (problem: string) => void
}

const lost: Reply = { status: 0, code: 'lost', data: {} }

export function createShop({ seed, mailServer, providers, onError }: ShopOptions) {
  const servers: Server[] = []
  const deaths = new Map<Actor, () => void>()
  const balance = streamOf(seed, 'balancer')

  async function open(skewMs = 0): Promise<void> {
    const name = `server ${servers.length + 1}`
    const actor: Actor = { name, skewMs, isDead: false, random: streamOf(seed, name) }
    servers.push({ actor, calls: await doAs(actor, () => openServer({ mailServer, providers })) })
    note(`${name} opens${skewMs === 0 ? '' : `, its clock ${skewMs / 1_000} s off`}`)
  }

  function kill({ actor }: Server, why: string): void {
    if (actor.isDead) return
    actor.isDead = true
    note(`${actor.name} is killed ${why}`)
    deaths.get(actor)?.()
  }

  /** @returns `undefined` if the server dies first */
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
  const anyServer = (): Server | undefined => {
    const [first, ...others] = alive()
    return first && balance.pick([first, ...others])
  }

  return {
    open,
    kill,
    alive,
    anyServer,
    untilDeath,
    find: (actor: Actor | undefined) => servers.find((it) => it.actor === actor),

    async post(path: string, payload: string | object, headers: Record<string, string> = {}): Promise<Reply> {
      const server = anyServer()
      if (!server) return lost
      const { actor, calls } = server
      const work = doAs(actor, () => calls.post(`/api/payments/${path}`, payload, headers))
      const reply = await untilDeath(actor, work)
      if (!reply) return lost
      const body = reply.body ? JSON.parse(reply.body) : {}
      if (reply.statusCode === 500) onError(`${path} was answered with 500`)
      return { status: reply.statusCode, code: body.code ?? '', data: body.data ?? body }
    },
  }
}

export type Shop = ReturnType<typeof createShop>
