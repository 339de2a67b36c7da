import { type CartItem, dismissPriceChanges, itemCount, useCart, usePriceChanges } from '@site/shared/cart'
import { company } from '@site/shared/company'
import { Link } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { Button, ButtonLink, PageOpening, Spinner } from '@site/shared/ui'
import { NextSteps } from '../checkout/next-steps'
import { CartList } from './cart-list'
import classes from './cart-page.module.css'
import { PriceChanges } from './price-changes'
import { Totals } from './totals'
import { useIsCartRead } from './use-is-cart-read'

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
        lead="Choose how many people come on each course and pay by card or PayPal. Prices are for one person, before VAT at 20%."
      />
      <div className={classes.content}>{isRead ? <Cart /> : <CartReading />}</div>
    </>
  )
}

function Cart() {
  const items = useCart((cart) => cart.items)
  const isEmpty = items.length === 0
  return (
    <div className={classes.columns}>
      <div>
        <MemoryOnlyNotice />
        <PriceChangeNotice />
        <CartList items={items} />
        {isEmpty && <EmptyCart />}
      </div>
      {!isEmpty && (
        <>
          <div className={classes.aside}>
            <CartSummary items={items} />
          </div>
          <NextSteps done={0} />
        </>
      )}
    </div>
  )
}

function CartReading() {
  return (
    <div className={classes.reading}>
      <Spinner label="Loading your cart…" />
      <noscript>
        <p className={classes.note}>
          {`Your cart is kept in this browser and needs JavaScript. You can also book by phone on ${company.phone.display} or by e-mail to ${company.email}.`}
        </p>
      </noscript>
    </div>
  )
}

function EmptyCart() {
  return (
    <div className={classes.empty}>
      <h2 className={classes.emptyTitle}>Your Cart is Empty</h2>
      <p>The courses you add are listed here. You can book up to five places on each.</p>
      <ButtonLink to={paths.courses}>Browse Courses</ButtonLink>
    </div>
  )
}

function MemoryOnlyNotice() {
  const isAtRisk = useCart((cart) => cart.isMemoryOnly && cart.items.length > 0)
  if (!isAtRisk) return null
  return (
    <p className={classes.memoryNotice}>
      {`Your browser does not let this site store your cart, so it cannot go with you to the checkout. Allow this site to store data, or book by phone on ${company.phone.display}.`}
    </p>
  )
}

function PriceChangeNotice() {
  const hasChanges = usePriceChanges().length > 0
  if (!hasChanges) return null
  return (
    <section className={classes.priceNotice} role="status" aria-labelledby="price-changes-title">
      <h2 className={classes.priceTitle} id="price-changes-title">
        Prices have changed since you filled your cart
      </h2>
      <PriceChanges />
      <p>
        <Button variant="secondary" size="small" onClick={dismiss}>
          Dismiss this message
        </Button>
      </p>
    </section>
  )
}

function dismiss() {
  dismissPriceChanges()
  // The button goes with the message, so the page takes the focus.
  document.querySelector<HTMLElement>('main')?.focus()
}

function CartSummary({ items }: { items: readonly CartItem[] }) {
  const count = itemCount({ items })
  return (
    <section className={classes.summary} aria-labelledby="cart-summary-title">
      <h2 id="cart-summary-title" className={classes.title}>
        Order Summary
      </h2>
      <p className={classes.count}>{count === 1 ? '1 place' : `${count} places`}</p>
      <Totals items={items} />
      <p className={classes.summaryNote}>VAT is rounded to the nearest pound.</p>
      <ButtonLink to={paths.checkout} className={classes.action}>
        Proceed to Checkout
      </ButtonLink>
      <p className={classes.more}>
        <Link to={paths.courses}>Look for more courses</Link>
      </p>
    </section>
  )
}
