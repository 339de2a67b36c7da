import { createPageMemory, type Slot } from './page-memory'

const BODY = 100

/** Pages of a hundred bytes each, of which `most` have room; asked for as the origin does. */
function pagesIn(most: number) {
  const memory = createPageMemory(most * BODY)
  const slots: Slot[] = []
  const slotOf = (page: number) => {
    slots[page] ??= memory.slot()
    return slots[page]
  }
  return {
    memory,
    slots,
    ask(page: number) {
      const slot = slotOf(page)
      memory.count(slot)
      if (!slot.body) memory.keep(slot, Buffer.alloc(BODY))
    },
    has: (page: number) => slotOf(page).body !== undefined,
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('memory of pages', () => {
  it('has no more bytes than it may, whoever asks for what', () => {
    const { memory, slots, ask } = pagesIn(50)
    for (const round of upTo(20)) {
      for (const page of upTo(1_000)) {
        ask((page * (round + 1)) % 1_000)
        expect(memory.bytes()).toBeLessThanOrEqual(50 * BODY)
      }
    }
    expect(slots.filter(({ body }) => body)).toHaveLength(50)
    expect(memory.bytes()).toBe(50 * BODY)
  })

  it('has the pages that are asked for most, whatever came first', () => {
    const { ask, has } = pagesIn(20)
    for (const page of upTo(20)) ask(1_000 + page)
    for (const _ of upTo(3)) for (const page of upTo(20)) ask(page)
    expect(upTo(20).filter(has)).toHaveLength(20)
  })

  it('keeps hot pages while somebody reads every page once', () => {
    const { ask, has } = pagesIn(20)
    for (const _ of upTo(3)) for (const page of upTo(20)) ask(page)
    for (const page of upTo(900)) ask(100 + page)
    expect(upTo(20).filter(has)).toHaveLength(20)
  })

  it('lets go of what was hot once', () => {
    const { ask, has } = pagesIn(20)
    for (const _ of upTo(100)) for (const page of upTo(20)) ask(page)
    for (const _ of upTo(1_000)) for (const page of upTo(20)) ask(100 + page)
    expect(upTo(20).filter(has)).toHaveLength(0)
    expect(upTo(20).filter((page) => has(100 + page))).toHaveLength(20)
  })

  it('keeps nothing where it may have nothing, and no page that is larger than all of it', () => {
    const { ask, has, memory } = pagesIn(0)
    for (const _ of upTo(3)) ask(1)
    expect([has(1), memory.bytes()]).toEqual([false, 0])
    const small = createPageMemory(BODY)
    const [fits, large] = [small.slot(), small.slot()]
    small.keep(fits, Buffer.alloc(BODY))
    for (const _ of upTo(3)) small.count(large)
    small.keep(large, Buffer.alloc(BODY + 1))
    expect([fits.body?.length, large.body]).toEqual([BODY, undefined])
  })

  it('has room again for what is dropped', () => {
    const { ask, has, memory, slots } = pagesIn(3)
    for (const page of upTo(3)) ask(page)
    const [first, second] = slots
    memory.drop([first, second].filter((slot) => slot !== undefined))
    expect([memory.bytes(), memory.hasRoom(2 * BODY), memory.hasRoom(2 * BODY + 1)]).toEqual([BODY, true, false])
    for (const page of [3, 4]) ask(page)
    expect(upTo(5).map(has)).toEqual([false, false, true, true, true])
  })
})
