import { randomBytes } from 'node:crypto'

export type Clock = {
  now: () => number
  after: (ms: number, work: () => void) => void
  hex: (bytes: number) => string
}

export const realClock: Clock = {
  now: Date.now,
  after: (ms, work) => void setTimeout(work, ms).unref(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
}

export const isoOf = ({ now }: Clock): string => new Date(now()).toISOString()
export const secondsOf = ({ now }: Clock): number => Math.floor(now() / 1_000)
