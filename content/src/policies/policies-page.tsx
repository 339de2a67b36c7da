/** `/policies` (R90–R93). */
export default function PoliciesPage() {
  return (
    <>
      <title>Policies</title>
      <h1>Policies</h1>
    </>
  )
}
