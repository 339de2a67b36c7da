import { Refusal } from '@platform/base/errors/refusal'
import type { Pointer } from './pointer'

/**
 * Nothing new goes live beside a canary, which is compared with what is live, or while the site is held.
 * @throws Refusal that says what runs or who holds it, and what to do.
 */
export function refuseChange(pointer: Pointer | undefined): void {
  if (pointer?.canary) {
    throw new Refusal(
      `Composition ${pointer.canary.composition} is the canary of ${pointer.canary.share} % of the visitors. ` +
        'Say "site canary finish" or "site canary stop" first.',
    )
  }
  refuseWhileHeld(pointer)
}

/** @throws Refusal that says since when the site is held, by whom and why. */
export function refuseWhileHeld(pointer: Pointer | undefined): void {
  const { hold } = pointer ?? {}
  if (!hold) return
  throw new Refusal(
    `The site is held since ${hold.since} by ${hold.by}: ${hold.reason}. ` +
      'When the cause is understood, say "site resume --reason …" and try again.',
  )
}
