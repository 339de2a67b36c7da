import { asActor, currentActor } from './actors'

/**
 * Virtual time: replaces `Date` and all timers, and advances only when nothing is left to do.
 * Histories run fast and in a repeatable order.
 */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const RealDate = Date
const realImmediate = setImmediate
const START = RealDate.UTC(2027, 0, 4, 9)
/** Idle turns of the event loop after which nothing continues by itself. */
const QUIET_TURNS = 3

type Timer = { at: number; run: () => void; everyMs: number | undefined; isCleared: boolean }

let now = START
let timers: Timer[] = []
let immediates = 0

/** True time in milliseconds; the servers' clocks may differ. */
export const trueNow = (): number => now

export const elapsed = (): number => trueNow() - START

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void addTimer(resolve, ms))
}

export function resetClock(): void {
  timers = []
  immediates = 0
  now = START
}

export async function runUntil(end: number, isDone: () => boolean = () => false): Promise<void> {
  await settle()
  while (!isDone()) {
    while (timers[0]?.isCleared) timers.shift()
    const [next] = timers
    const isTimer = next !== undefined && next.at <= end
    now = Math.max(now, isTimer ? next.at : end)
    if (!isTimer) break
    timers.shift()
    next.run()
    if (next.everyMs !== undefined) insert(Object.assign(next, { at: trueNow() + next.everyMs }))
    await settle()
  }
}

async function settle(): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS; ) {
    await new Promise<void>((resolve) => realImmediate(resolve))
    quiet = immediates === 0 ? quiet + 1 : 0
  }
}

/** After all of the same moment. */
function insert(timer: Timer): void {
  timers.splice(timers.findLastIndex(({ at }) => at <= timer.at) + 1, 0, timer)
}

function addTimer(work: () => void, ms = 0, everyMs?: number) {
  const at = trueNow() + Math.max(0, Number(ms) || 0)
  const actor = currentActor()
  const timer: Timer = { at, run: () => asActor(actor, work), everyMs, isCleared: false }
  insert(timer)
  const handle = { timer, ref: () => handle, unref: () => handle }
  return handle
}

function clear(handle: unknown): void {
  if (typeof handle === 'object' && handle !== null && 'timer' in handle) (handle.timer as Timer).isCleared = true
}

class VirtualDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(VirtualDate.now())
    else super(...(parts as [number]))
  }
  static override now(): number {
    return trueNow() + (currentActor()?.skewMs ?? 0)
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate
  }
}

type Work = (...values: unknown[]) => void

/** Must run before any module of the shop loads. */
export function replaceClock(): void {
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: (work: Work, ms?: number, ...values: unknown[]) => addTimer(() => work(...values), ms),
    setInterval: (work: Work, ms: number, ...values: unknown[]) =>
      addTimer(() => work(...values), ms, Math.max(1, Number(ms) || 1)),
    clearTimeout: clear,
    clearInterval: clear,
    setImmediate(work: Work, ...values: unknown[]) {
      immediates += 1
      return realImmediate(() => {
        immediates -= 1
        work(...values)
      })
    },
  })
  performance.now = () => elapsed()
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    addTimer(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms)
    return controller.signal
  }
}
