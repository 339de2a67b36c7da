import { AsyncLocalStorage } from 'node:async_hooks'
import { createRandom, type Random } from '@platform/base/testing/random'

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

/** Returns a random stream of its own per name, so that removing an actor changes no other. */
export function streamOf(seed: number, name: string): Random {
  let hash = (seed ^ 0x9e3779b9) | 0
  for (const character of `${name}#${seed}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  const random = createRandom(hash)
  // Similar seeds begin with similar numbers.
  for (let warm = 0; warm < 4; warm += 1) random.uniform()
  return random
}

export function bytesOf({ uniform }: Pick<Random, 'uniform'>, size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, () => Math.floor(uniform() * 256)))
}

export function between({ uniform }: Random, least: number, limit: number): number {
  return least + Math.floor(uniform() * (limit - least))
}
