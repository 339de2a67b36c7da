/** The shopping cart: one instance on a page (R94–R105). */
export { type CartItem, itemCount, parseCartItems } from './cart-item'
export { CartProvider, useCart } from './cart-provider'
export { type AddResult, type CartState, cartStore } from './cart-store'
export { clearAfterOrder, isClearPending, takeOutOfCart } from './clear-after-order'
export { dismissPriceChanges, type PresentPrice, type PriceChange, takePrices, usePriceChanges } from './take-prices'
export { useCataloguePrices } from './use-catalogue-prices'
