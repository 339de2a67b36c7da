import { parseDecimal } from '@site/shared/money'
import type { NewOrder } from '../orders/order-repository'
import { type BasketItem, presentPrices, priceBasket } from '../orders/price-basket'
import { type Refused, refusals, refuse } from './refusals'
import type { PaymentServices } from './shared/payment-services'

export type PaymentOrder = Pick<NewOrder, 'id' | 'customerEmail' | 'customerName' | 'description'> & {
  /** Pounds, as the browser sent them. */
  amount: number | string
  items?: readonly BasketItem[] | undefined
  /** Number of the composition the page came from. */
  composition?: number | undefined
}

/**
 * Works out what the order costs, by the prices the page showed; a basket at other prices is refused with those it has
 * now. What the page says of itself chooses among prices that are, or a moment ago were, offered to everybody.
 */
export function priceOrder(
  { pricing, allowsAmountOnly }: Pick<PaymentServices, 'pricing' | 'allowsAmountOnly'>,
  { amount, items, composition, ...order }: PaymentOrder,
): { ok: true; order: NewOrder } | Refused {
  const asked = parseDecimal(amount)
  const amountPence = asked !== undefined && asked > 0 ? asked : undefined
  if (!items) {
    // Any amount that can be paid is a door for trying out stolen cards.
    if (!allowsAmountOnly) return refuse(refusals.itemsRequired)
    return amountPence === undefined ? refuse(refusals.priceChanged) : { ok: true, order: { ...order, amountPence } }
  }
  const prices = pricing(composition)
  if (!prices) return refuse(refusals.unavailable)
  const fits = amountPence === undefined ? [] : prices.lists.map((list) => priceBasket(items, amountPence, list))
  const basket = fits.find((priced) => priced !== undefined)
  if (!basket) return refuse({ ...refusals.priceChanged, data: presentPrices(items, prices.present) })
  return { ok: true, order: { ...order, amountPence: basket.amountPence, basket } }
}
