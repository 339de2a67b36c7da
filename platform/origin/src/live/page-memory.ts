/** A body that may be in memory. */
export type Slot = {
  /** While it is in memory. */
  body: Buffer | undefined
  /** How often it was asked for, as of `age`. */
  uses: number
  age: number
  /** Its place among those in memory. */
  place: number
}

/**
 * Bodies in memory, up to a number of bytes: those that are asked for most. Who may be in memory is known, so each is counted
 * exactly, and one that comes in takes the place of one that was asked for less (TinyLFU, Einziger, Friedman and Manes
 * 2017, without the sketch that guesses counts). So whoever reads all pages once puts none of the hot ones out.
 */
export type PageMemory = {
  /** For a body that is in no memory yet. */
  slot: () => Slot
  /** Counts that somebody asks for it. */
  count: (slot: Slot) => void
  /** Whether a body would come in without putting another out. */
  hasRoom: (bytes: number) => boolean
  /** Takes a body in, if it is hot enough; it keeps no other bytes alive. */
  keep: (slot: Slot, body: Buffer) => void
  drop: (slots: readonly Slot[]) => void
  bytes: () => number
}

/** Counts are halved after so many requests for each body in memory: what was hot an hour ago goes. */
const REQUESTS_AN_AGE = 10
const LEAST_REQUESTS_AN_AGE = 1_000
/** So many are looked at, one after the other, to find a colder one: what all of them cost is as little as that. */
const LOOKS = 16

/** @param mostBytes of all bodies together; with 0 none is kept */
export function createPageMemory(mostBytes: number): PageMemory {
  const held: Slot[] = []
  let bytes = 0
  let hand = 0
  let age = 0
  let requests = 0

  const usesOf = (slot: Slot) => slot.uses >> Math.min(age - slot.age, 31)

  function take(slot: Slot, body: Buffer): void {
    slot.body = body
    slot.place = held.push(slot) - 1
    bytes += body.length
  }

  function drop(slot: Slot): void {
    const last = held.at(-1)
    if (!slot.body || !last) return
    bytes -= slot.body.length
    slot.body = undefined
    held.pop()
    if (last === slot) return
    last.place = slot.place
    held[slot.place] = last
  }

  function findColder(uses: number): Slot | undefined {
    for (let looks = Math.min(LOOKS, held.length); looks > 0; looks--) {
      hand = (hand + 1) % held.length
      const found = held[hand]
      if (found && usesOf(found) < uses) return found
    }
    return undefined
  }

  return {
    slot: () => ({ body: undefined, uses: 0, age, place: 0 }),
    count(slot) {
      requests += 1
      if (requests > Math.max(LEAST_REQUESTS_AN_AGE, REQUESTS_AN_AGE * held.length)) {
        requests = 0
        age += 1
      }
      slot.uses = usesOf(slot) + 1
      slot.age = age
    },
    hasRoom: (wanted) => bytes + wanted <= mostBytes,
    keep(slot, body) {
      if (slot.body || body.length > mostBytes) return
      while (bytes + body.length > mostBytes) {
        const colder = findColder(usesOf(slot))
        if (!colder) return
        drop(colder)
      }
      take(slot, body)
    },
    drop(slots) {
      for (const slot of slots) drop(slot)
    },
    bytes: () => bytes,
  }
}
