import type { Pointer } from './pointer'

/** A number that was once live is never used again: tabs and logs still speak of it. */
export function nextNumberAfter(kept: readonly number[], pointer: Pointer | undefined): number {
  const { live = 0, history = [], lastLive = {} } = pointer ?? {}
  return Math.max(0, ...kept, live, ...history, ...Object.keys(lastLive).map(Number)) + 1
}
