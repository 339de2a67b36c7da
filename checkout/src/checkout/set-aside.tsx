import { announce } from '@site/shared/announce'
import { useNavigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { Button } from '@site/shared/ui'
import { setOrderAside } from '../payment/set-order-aside'
import classes from './set-aside.module.css'

export function SetAside() {
  const navigate = useNavigate()

  function handleClick() {
    setOrderAside()
    announce('The order was set aside. Its courses are no longer in your cart.')
    void navigate(paths.courses)
  }

  return (
    <div className={classes.aside}>
      <h3 className={classes.title}>You do not have to wait here</h3>
      <p>
        You can set this order aside and look at other courses. We keep the order. Its courses are taken out of your
        cart, so that you do not pay for them twice by mistake; please note the order number.
      </p>
      <p>
        <Button variant="secondary" onClick={handleClick}>
          Set this order aside
        </Button>
      </p>
    </div>
  )
}
