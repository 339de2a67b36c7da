export type Random = ReturnType<typeof createRandom>

/** Creates a seeded generator (mulberry32). */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    chance: (probability: number) => next() < probability,
    pick: <T>(values: readonly [T, ...T[]]) => values[Math.floor(next() * values.length)] ?? values[0],
    uniform: next,
  }
}
