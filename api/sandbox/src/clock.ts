import { randomBytes } from 'node:crypto'

/** The time and chance of the fake providers; a simulation passes its own. */
export type Clock = {
  /** Milliseconds. */
  now: () => number
  /** Does the work later; it keeps no process alive. */
  after: (ms: number, work: () => void) => void
  /** So many random bytes, in hexadecimal. */
  hex: (bytes: number) => string
}

export const realClock: Clock = {
  now: Date.now,
  after: (ms, work) => void setTimeout(work, ms).unref(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
}

/** As PayPal writes times. */
export const isoOf = ({ now }: Clock): string => new Date(now()).toISOString()
/** As Stripe writes times. */
export const secondsOf = ({ now }: Clock): number => Math.floor(now() / 1_000)
