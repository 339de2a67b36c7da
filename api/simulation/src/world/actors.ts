import { AsyncLocalStorage } from 'node:async_hooks'
import type { Random } from '@platform/base/testing/random'

/** Server, buyer or owner; other work belongs to the world. */
export type Actor = {
  name: string
  /** Lead of its clock, in milliseconds. */
  skewMs: number
  isDead: boolean
  random: Random
}

const actors = new AsyncLocalStorage<Actor | undefined>()

export const currentActor = (): Actor | undefined => actors.getStore()

/** Runs work as an actor, including everything it awaits. Awaiting outside would let a killed server go on. */
export async function doAs<T>(actor: Actor | undefined, work: () => PromiseLike<T>): Promise<T> {
  return actors.run(actor, async () => await work())
}

export const asActor = <T>(actor: Actor | undefined, work: () => T): T => actors.run(actor, work)
