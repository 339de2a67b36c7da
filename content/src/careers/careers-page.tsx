/** `/careers` (R81–R84). */
export default function CareersPage() {
  return (
    <>
      <title>Careers</title>
      <h1>Careers</h1>
    </>
  )
}
