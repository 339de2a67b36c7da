/** One line of a provider's balance, in words both providers share. Amounts in pence, below 0 what leaves the balance. */
export type BookLine = {
  provider: 'stripe' | 'paypal'
  id: string
  column: 'charges' | 'refunds' | 'disputes' | 'payouts'
  at: number
  amountPence: number
  feePence: number
}

/** What the provider owes the shop after these lines. */
export function balanceOf(lines: readonly BookLine[]): number {
  return lines.reduce((sum, { amountPence, feePence }) => sum + amountPence - feePence, 0)
}
