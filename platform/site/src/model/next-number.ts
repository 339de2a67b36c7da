import { numbersOf, type Pointer } from './pointer'

/** A number that was once live is never used again: tabs and logs still speak of it. */
export function nextNumberAfter(kept: readonly number[], pointer: Pointer | undefined): number {
  return Math.max(0, ...kept, ...numbersOf(pointer)) + 1
}
