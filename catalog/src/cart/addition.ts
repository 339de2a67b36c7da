import type { AddResult } from '@site/shared/cart'
import { formatPounds } from '@site/shared/money'

export type Addition = {
  result: AddResult
  title: string
  price: number
  line: { price: number; quantity: number }
}

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
