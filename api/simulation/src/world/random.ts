import { createRandom, type Random } from '@platform/base/testing/random'

/** Returns a random stream of its own per name, so that removing an actor changes no other. */
export function streamOf(seed: number, name: string): Random {
  let hash = (seed ^ 0x9e3779b9) | 0
  for (const character of `${name}#${seed}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  const random = createRandom(hash)
  // Similar seeds begin with similar numbers.
  for (let warm = 0; warm < 4; warm += 1) random.uniform()
  return random
}

export function between({ uniform }: Random, least: number, limit: number): number {
  return least + Math.floor(uniform() * (limit - least))
}
