import { announce } from '@site/shared/announce'
import { cartStore } from '@site/shared/cart'
import type { CartCourse } from '@site/shared/course'
import { useState } from 'react'
import { describeAddition } from './addition'

export function useAddToCart(course: CartCourse): readonly [notice: string, add: () => void] {
  const [notice, setNotice] = useState('')

  function add() {
    const result = cartStore().getState().addCourse(course)
    const line = cartStore()
      .getState()
      .items.find(({ id }) => id === course.id)
    if (!line) return
    const { seen, spoken } = describeAddition({ result, title: course.title, price: course.price, line })
    setNotice(seen)
    announce(spoken)
  }

  return [notice, add]
}
