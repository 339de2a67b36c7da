/** `/signup` (R114–R115). */
export default function SignUpPage() {
  return (
    <>
      <title>Create your account</title>
      <h1>Create your account</h1>
    </>
  )
}
