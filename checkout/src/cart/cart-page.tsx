import { useCart } from '@site/shared/cart'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { PageOpening } from '@site/shared/ui'
import { CartList } from './cart-list'
import classes from './cart-page.module.css'
import { CartReading } from './cart-reading'
import { CartSummary } from './cart-summary'
import { EmptyCart } from './empty-cart'
import { MemoryOnlyNotice } from './memory-only-notice'
import { PriceChangeNotice } from './price-change-notice'
import { useIsCartRead } from './use-is-cart-read'
import { useRemoval } from './use-removal'

export default function CartPage() {
  const isRead = useIsCartRead()
  return (
    <>
      <PageHead
        title="Your cart"
        description="The courses you have chosen, the number of places on each and the total to pay."
        path={paths.cart}
        noindex
      />
      <PageOpening
        title="Your cart"
        lead="Choose how many people come on each course, then pay by card or PayPal. Prices are for one person; VAT at 20% is added in the summary."
      />
      <div className={classes.content}>{isRead ? <Cart /> : <CartReading />}</div>
    </>
  )
}

function Cart() {
  const items = useCart((cart) => cart.items)
  const { removal, restoredId, remove, undo } = useRemoval()
  const isEmpty = items.length === 0
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <MemoryOnlyNotice />
        <PriceChangeNotice />
        <CartList items={items} removal={removal} restoredId={restoredId} onRemove={remove} onUndo={undo} />
        {isEmpty && <EmptyCart />}
      </div>
      {!isEmpty && (
        <div className={classes.aside}>
          <CartSummary items={items} />
        </div>
      )}
    </div>
  )
}
