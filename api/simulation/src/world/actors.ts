import { AsyncLocalStorage } from 'node:async_hooks'
import type { Random } from '@platform/base/testing/random'

/** Somebody who does something: a server, a buyer, the owner. What is done without one is done by the world itself. */
export type Actor = {
  name: string
  /** By how much its clock is fast, in milliseconds. */
  skewMs: number
  isDead: boolean
  random: Random
}

const actors = new AsyncLocalStorage<Actor | undefined>()

export function currentActor(): Actor | undefined {
  return actors.getStore()
}

/**
 * Does the work as that actor, to its end: what is awaited outside of it would be begun outside of it as well, and a
 * killed server would go on working.
 */
export async function doAs<T>(actor: Actor | undefined, work: () => PromiseLike<T>): Promise<T> {
  return actors.run(actor, async () => await work())
}

/** Does what takes no time as that actor. */
export function asActor<T>(actor: Actor | undefined, work: () => T): T {
  return actors.run(actor, work)
}
