/** `/login` (R110–R113). */
export default function SignInPage() {
  return (
    <>
      <title>Sign in</title>
      <h1>Sign in</h1>
    </>
  )
}
