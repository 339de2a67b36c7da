/** Loaded before everything else of a server's process: its clock and timers go at the world's rate. */

import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'
import { followClock, RATE } from './clock-file'
import { job } from './server-job'

const RealDate = Date
const readTime = followClock(job.clockFile)

class FastDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(FastDate.now())
    else super(...(parts as [number]))
  }
  static override now(): number {
    return Math.floor(readTime() + job.skewMs)
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate
  }
}

type Work = (...values: unknown[]) => void

Object.assign(globalThis, {
  Date: FastDate,
  setTimeout: (work: Work, ms = 0, ...values: unknown[]) => setTimeout(work, ms / RATE, ...values),
  setInterval: (work: Work, ms = 0, ...values: unknown[]) => setInterval(work, ms / RATE, ...values),
  clearTimeout,
  clearInterval,
})
AbortSignal.timeout = (ms) => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms / RATE).unref()
  return controller.signal
}
