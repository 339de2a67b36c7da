import { announce, announceAtCart } from '@site/shared/announce'
import { type AddResult, type CartItem, cartStore } from '@site/shared/cart'
import type { CartCourse } from '@site/shared/course'
import { formatPounds } from '@site/shared/money'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { useState } from 'react'
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
      <span>{text}</span> <Link to={paths.cart}>View cart</Link>
    </p>
  )
}

export function useAddToCart(course: CartCourse): readonly [notice: string, add: () => void] {
  const [notice, setNotice] = useState('')

  function add() {
    const result = cartStore().getState().addCourse(course)
    const line = cartStore()
      .getState()
      .items.find(({ id }) => id === course.id)
    if (!line) return
    const { seen, spoken } = describeAddition(result, course, line)
    setNotice(seen)
    if (result === 'full') announceAtCart(spoken)
    else announce(spoken)
  }

  return [notice, add]
}

function describeAddition(result: AddResult, { title, price }: CartCourse, line: CartItem) {
  if (result === 'added') return { seen: 'Added.', spoken: `${title} added to your cart.` }
  if (result === 'full') {
    const limit = `Your cart holds ${line.quantity} of these, the most allowed.`
    return { seen: limit, spoken: `${title}: not added. ${limit}` }
  }
  const kept = line.price === price ? '' : ` at ${formatPounds(line.price)} each, the price of the first one you added`
  const now = `Your cart now holds ${line.quantity}${kept}.`
  return { seen: `Added. ${now}`, spoken: `${title} added. ${now}` }
}
