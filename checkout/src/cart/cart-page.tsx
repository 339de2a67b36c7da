/** `/cart` (R106–R109). */
export default function CartPage() {
  return (
    <>
      <title>Your cart</title>
      <h1>Your cart</h1>
    </>
  )
}
