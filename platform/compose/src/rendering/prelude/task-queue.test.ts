import { TaskQueue, timersOf } from './task-queue'

function record() {
  const queue = new TaskQueue()
  const ran: unknown[] = []
  return { queue, ran, timers: timersOf(queue), note: (name: unknown) => ran.push(name) }
}

function runAll(queue: TaskQueue): void {
  while (queue.runNext());
}

describe('timers while pages are rendered', () => {
  it('run by when they are due, without any waiting', () => {
    const { queue, ran, timers, note } = record()
    timers.setTimeout(note, 1_000_000, 'late')
    timers.setTimeout(note, 5, 'soon')
    timers.setTimeout(note, 'no number', 'at once')
    timers.setImmediate(note, 'immediate')
    timers.setTimeout(note, 5, 'soon too')
    runAll(queue)
    expect(ran).toEqual(['immediate', 'at once', 'soon', 'soon too', 'late'])
  })

  it('count from the time they are made at', () => {
    const { queue, ran, timers, note } = record()
    timers.setTimeout(() => timers.setTimeout(note, 10, 'third'), 10)
    timers.setTimeout(note, 15, 'second')
    runAll(queue)
    expect(ran).toEqual(['second', 'third'])
  })

  it('come again until they are cancelled', () => {
    const { queue, ran, timers, note } = record()
    const id = timers.setInterval(() => note('again') === 3 && timers.clearInterval(id), 10)
    const other = timers.setTimeout(note, 1, 'never')
    timers.clearTimeout(other)
    runAll(queue)
    expect(ran).toEqual(['again', 'again', 'again'])
  })

  it('are due only when no time must pass for them', () => {
    const { queue, ran, timers, note } = record()
    timers.setTimeout(note, 1, 'later')
    timers.setImmediate(note, 'now')
    while (queue.runDue());
    expect(ran).toEqual(['now'])
    queue.clear()
    expect(queue.runNext()).toBe(false)
  })

  it('run microtasks before anything else', async () => {
    const { ran, timers, note } = record()
    timers.queueMicrotask(() => note('microtask'))
    expect(ran).toEqual([])
    await Promise.resolve()
    expect(ran).toEqual(['microtask'])
  })
})
