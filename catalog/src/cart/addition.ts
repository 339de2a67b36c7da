import type { AddResult } from '@site/shared/cart'
import { formatPounds } from '@site/shared/money'

/** What happened when a course was put into the cart; prices in pounds. */
export type Addition = {
  result: AddResult
  title: string
  /** Price the visitor saw beside the button. */
  price: number
  /** Price and number of places of the line in the cart. */
  line: { price: number; quantity: number }
}

/** Says what happened: in short beside the button, in full for the live region (R67, D-19, D-25). */
export function describeAddition({ result, title, price, line }: Addition): { seen: string; spoken: string } {
  if (result === 'added') return { seen: 'Added.', spoken: `${title} added to your cart.` }
  if (result === 'full') {
    const limit = `Your cart holds ${line.quantity} of these, the most allowed.`
    return { seen: limit, spoken: `${title}: not added. ${limit}` }
  }
  const kept = line.price === price ? '' : ` at ${formatPounds(line.price)} each, the price of the first one you added`
  const now = `Your cart now holds ${line.quantity}${kept}.`
  return { seen: `Added. ${now}`, spoken: `${title} added. ${now}` }
}
