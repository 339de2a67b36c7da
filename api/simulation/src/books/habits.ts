import type { Random } from '@platform/base/testing/random'

const HOUR = 3_600_000

/** What providers and banks are like in one history; drawn once, because constant trouble hides what only its end shows. */
export type Habits = {
  /** How often a refund does not simply succeed. */
  refundTrouble: number
  /** How often a buyer disputes what was taken. */
  disputes: number
  /** How often a capture of approved money is declined. */
  captureDeclines: number
  /** How often a bank wants to think about it. */
  slowBanks: number
  /** How long a bank thinks, in milliseconds. */
  bankMs: number
  /** How long PayPal keeps what was not captured, in milliseconds: three hours, by agreement three days. */
  orderLastsMs: number
}

export const calmHabits: Habits = {
  refundTrouble: 0,
  disputes: 0,
  captureDeclines: 0.05,
  slowBanks: 0.3,
  bankMs: 3_000,
  orderLastsMs: 3 * HOUR,
}

export function pickHabits({ pick }: Random): Habits {
  return {
    refundTrouble: pick([0, 0.3, 0.8]),
    disputes: pick([0, 0.3, 0.9]),
    captureDeclines: pick([0, 0.1, 0.6, 0.95]),
    slowBanks: pick([0.3, 0.3, 0.8]),
    bankMs: pick([3_000, HOUR, 30 * HOUR]),
    orderLastsMs: pick([3 * HOUR, 72 * HOUR]),
  }
}
