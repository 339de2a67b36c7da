/** `/blog` (R75–R77). */
export default function BlogPage() {
  return (
    <>
      <title>Blog</title>
      <h1>Blog</h1>
    </>
  )
}
