import type { CartItem } from '@site/shared/cart'
import { CourseImage } from '@site/shared/course-image'
import { formatPounds } from '@site/shared/money'
import { Button } from '@site/shared/ui'
import classes from './cart-row.module.css'
import inColumns from './in-columns.module.css'
import { QuantitySelect } from './quantity-select'

type Props = { item: CartItem; takesFocus: boolean; onRemove: (item: CartItem) => void }

export function CartRow({ item, takesFocus, onRemove }: Props) {
  const { title, duration, image, price, quantity } = item
  return (
    <li className={classes.row}>
      <div className={classes.picture}>
        <CourseImage src={image} alt="" className={classes.image} isEager />
      </div>
      <div className={classes.course}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.duration}>{duration}</p>
      </div>
      <p className={classes.unit}>
        <span className={`${classes.label} ${inColumns.label}`}>Unit price </span>
        {formatPounds(price)}
      </p>
      <div className={classes.quantity}>
        <QuantitySelect item={item} takesFocus={takesFocus} />
      </div>
      <p className={classes.total}>
        <span className={`${classes.label} ${inColumns.label}`}>Line total </span>
        <strong>{formatPounds(price * quantity)}</strong>
      </p>
      <div className={classes.action}>
        <Button
          variant="quiet"
          size="small"
          className={classes.remove}
          aria-label={`Remove ${title}`}
          onClick={() => onRemove(item)}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}
