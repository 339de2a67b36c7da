import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import classes from './cart-notice.module.css'

/** The confirmation beside an Add to Cart button; nothing until there is something to say. */
export function CartNotice({ text }: { text: string }) {
  if (!text) return null
  return (
    <p className={classes.notice}>
      {text} <Link to={paths.cart}>View cart</Link>
    </p>
  )
}
