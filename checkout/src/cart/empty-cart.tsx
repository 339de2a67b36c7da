import { paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import classes from './empty-cart.module.css'

export function EmptyCart() {
  return (
    <div className={classes.empty}>
      <h2 className={classes.title}>Your Cart is Empty</h2>
      <p>The courses you add are listed here. You can book up to five places on each.</p>
      <ButtonLink to={paths.courses}>Browse Courses</ButtonLink>
    </div>
  )
}
