type Task = { id: number; dueAt: number; every: number | undefined; run: () => void }

/** Timers in virtual time: the earliest task runs at once, and time jumps there. */
export class TaskQueue {
  #tasks: Task[] = []
  #now = 0
  #lastId = 0

  /** @param every repetition interval in ms */
  add(run: () => void, delayMs: number, every?: number): number {
    const id = ++this.#lastId
    this.#insert({ id, dueAt: this.#now + delayMs, every, run })
    return id
  }

  cancel(id: unknown): void {
    this.#tasks = this.#tasks.filter((task) => task.id !== id)
  }

  runNext(): boolean {
    const task = this.#tasks.shift()
    if (!task) return false
    this.#now = task.dueAt
    if (task.every !== undefined) this.#insert({ ...task, dueAt: task.dueAt + task.every })
    task.run()
    return true
  }

  runDue(): boolean {
    const [task] = this.#tasks
    return task !== undefined && task.dueAt <= this.#now && this.runNext()
  }

  clear(): void {
    this.#tasks = []
  }

  #insert(task: Task): void {
    const later = this.#tasks.findIndex(({ dueAt }) => dueAt > task.dueAt)
    this.#tasks.splice(later < 0 ? this.#tasks.length : later, 0, task)
  }
}

type Callback = (...args: unknown[]) => void

/** Minimum delay of browsers, which keeps timers behind `setImmediate`. */
const LEAST_DELAY_MS = 1

export function timersOf(queue: TaskQueue) {
  const after = (delay: unknown) => Math.max(LEAST_DELAY_MS, Number(delay) || 0)
  const cancel = (id: unknown) => queue.cancel(id)
  return {
    setImmediate: (callback: Callback, ...args: unknown[]) => queue.add(() => callback(...args), 0),
    setTimeout: (callback: Callback, delay: unknown, ...args: unknown[]) =>
      queue.add(() => callback(...args), after(delay)),
    setInterval: (callback: Callback, delay: unknown, ...args: unknown[]) =>
      queue.add(() => callback(...args), after(delay), after(delay)),
    clearImmediate: cancel,
    clearTimeout: cancel,
    clearInterval: cancel,
    /** Errors become unhandled rejections, which refuse the page with a stack. */
    queueMicrotask: (callback: () => void) => void Promise.resolve().then(() => callback()),
  }
}
