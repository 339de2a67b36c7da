import { tmpdir } from 'node:os'
import path from 'node:path'
import { MINUTE, type Pace, SECOND, setPace } from '../world/clock'
import { createClockFile, realNow, timeAt } from './clock-file'

/**
 * How time passes beside real processes: many times as fast as on the wall while they work, and by a leap to what comes next
 * while nobody waits for an answer.
 */

/** Turns of the event loop in which nobody waits, before a leap. */
const QUIET_TURNS = 3
/** A leap often goes too far, so that what was to be done soon after one another is done at once. */
const TOO_FAR = [0, 0, 0, 10 * SECOND, 2 * MINUTE, 15 * MINUTE]

export const clockFile = path.join(tmpdir(), `simulated-clock-${process.pid}`)
const file = createClockFile(clockFile)
const start = realNow()
let moment = { real: start, virtual: start }
let waiting = 0
let quiet = 0
let leaps = 0

/** Somebody waits for it. */
export async function waitFor<T>(work: PromiseLike<T>): Promise<T> {
  waiting += 1
  try {
    return await work
  } finally {
    waiting -= 1
  }
}

function leapTo(virtual: number): void {
  moment = { real: realNow(), virtual }
  file.write(moment)
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))

const pace: Pace = {
  now: () => timeAt(moment, realNow()),
  reset: leapTo,
  settle: async () => {},
  async passTo(at) {
    if (pace.now() >= at) return true
    quiet = waiting === 0 ? quiet + 1 : 0
    await (waiting === 0 ? turn() : rest())
    if (quiet <= QUIET_TURNS) return false
    quiet = 0
    leaps += 1
    leapTo(at + (TOO_FAR[(leaps * 7) % TOO_FAR.length] ?? 0))
    return true
  },
}

file.write(moment)
setPace(pace)
