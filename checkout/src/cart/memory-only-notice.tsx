import { useCart } from '@site/shared/cart'
import classes from './memory-only-notice.module.css'

export function MemoryOnlyNotice() {
  const isAtRisk = useCart((cart) => cart.isMemoryOnly && cart.items.length > 0)
  if (!isAtRisk) return null
  return (
    <p className={classes.notice}>
      Your browser does not let this site store your cart. It lasts until you close or reload this tab, so please check
      out before you leave.
    </p>
  )
}
