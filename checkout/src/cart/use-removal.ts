import { announce } from '@site/shared/announce'
import { type CartItem, cartStore } from '@site/shared/cart'
import { useState } from 'react'

export type Removal = { item: CartItem; index: number }

export function useRemoval() {
  const [removal, setRemoval] = useState<Removal>()
  const [restoredId, setRestoredId] = useState<number>()

  function remove(item: CartItem) {
    const { items, removeCourse } = cartStore().getState()
    setRemoval({ item, index: items.findIndex(({ id }) => id === item.id) })
    setRestoredId(undefined)
    removeCourse(item.id)
    announce(`${item.title} was removed from your cart.`)
  }

  function undo({ item, index }: Removal) {
    setRemoval(undefined)
    setRestoredId(item.id)
    cartStore().getState().restoreItem(item, index)
    announce(`${item.title} is back in your cart.`)
  }

  return { removal, restoredId, remove, undo }
}
