import { useCart } from '@site/shared/cart'

export default function FixturePage() {
  return <p>{useCart(({ items }) => items.length)}</p>
}
