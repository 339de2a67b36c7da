import { dismissPriceChanges, usePriceChanges } from '@site/shared/cart'
import { Button } from '@site/shared/ui'
import classes from './price-change-notice.module.css'
import { PriceChanges } from './price-changes'

export function PriceChangeNotice() {
  const hasChanges = usePriceChanges().length > 0
  if (!hasChanges) return null
  return (
    <section className={classes.notice} role="status" aria-labelledby="price-changes-title">
      <h2 className={classes.title} id="price-changes-title">
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
