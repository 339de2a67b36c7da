import { VAT_RATE } from '@site/shared/constants'
import { fromPounds, type Pence, pence, toPounds, vatOf } from '@site/shared/money'

/**
 * The VAT in an amount of which no basket is known. Where it is the total of whole pounds by the shop's own rule (R103), that
 * rule's VAT, which the page has shown; else the VAT fraction of it (a sixth at 20 %; VAT Act 1994, section 19(2)), to the penny.
 */
export function vatWithin(total: Pence): Pence {
  const subtotal = Math.round(toPounds(total) / (1 + VAT_RATE))
  const pounds = [subtotal - 1, subtotal, subtotal + 1].find(
    (net) => net >= 0 && fromPounds(net + vatOf(net)) === total,
  )
  if (pounds !== undefined) return fromPounds(vatOf(pounds))
  return pence(Math.round((total * VAT_RATE) / (1 + VAT_RATE)))
}
