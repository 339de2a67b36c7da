/** `/checkout` (R123–R134). */
export default function CheckoutPage() {
  return (
    <>
      <title>Checkout</title>
      <h1>Checkout</h1>
    </>
  )
}
