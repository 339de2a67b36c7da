import type { NewOrder } from '../orders/order-repository'
import { type BasketItem, parsePence, presentPrices, priceBasket } from '../orders/price-basket'
import type { PaymentServices } from './payment-services'
import { type Refused, refusals, refuse } from './refusals'

export type PaymentOrder = Pick<NewOrder, 'id' | 'customerEmail' | 'customerName' | 'description'> & {
  /** Pounds, as the browser sent them. */
  amount: number | string
  items?: readonly BasketItem[] | undefined
}

/** Works out what the order costs; a basket at other prices is refused with those it has now. */
export function priceOrder(
  { priceList, allowsAmountOnly }: PaymentServices,
  { amount, items, ...order }: PaymentOrder,
): { ok: true; order: NewOrder } | Refused {
  const amountPence = parsePence(amount)
  if (!items) {
    // Any amount that can be paid is a door for trying out stolen cards.
    if (!allowsAmountOnly) return refuse(refusals.itemsRequired)
    return amountPence === undefined ? refuse(refusals.priceChanged) : { ok: true, order: { ...order, amountPence } }
  }
  const prices = priceList()
  if (!prices) return refuse(refusals.unavailable)
  const basket = amountPence === undefined ? undefined : priceBasket(items, amountPence, prices)
  if (!basket) return refuse({ ...refusals.priceChanged, data: presentPrices(items, prices) })
  return { ok: true, order: { ...order, amountPence: basket.amountPence, basket } }
}
