import { createRandom, type Random } from '@platform/base/testing/random'

/**
 * A stream of chance of its own for everybody who takes one: leaving somebody out changes nothing for the others, which
 * is what lets a history be made smaller.
 */
export function streamOf(seed: number, name: string): Random {
  let hash = (seed ^ 0x9e3779b9) | 0
  for (const character of `${name}#${seed}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  const random = createRandom(hash)
  // The first numbers of near seeds are near each other.
  for (let warm = 0; warm < 4; warm += 1) random.uniform()
  return random
}

/** A whole number from `least` up to, without, `limit`. */
export function between({ uniform }: Random, least: number, limit: number): number {
  return least + Math.floor(uniform() * (limit - least))
}
