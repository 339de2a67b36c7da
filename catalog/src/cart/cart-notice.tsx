import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import classes from './cart-notice.module.css'

type CartNoticeProps = {
  text: string
  /** Over the foot of the picture on wide screens, so that no button of the row moves. */
  isOverPicture?: boolean
}

export function CartNotice({ text, isOverPicture = false }: CartNoticeProps) {
  if (!text) return null
  return (
    <p className={isOverPicture ? `${classes.notice} ${classes.overPicture}` : classes.notice}>
      {text} <Link to={paths.cart}>View cart</Link>
    </p>
  )
}
