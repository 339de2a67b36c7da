/** `/blog/:id` (R78–R80). */
export default function BlogPostPage() {
  return (
    <>
      <title>Blog post</title>
      <h1>Blog post</h1>
    </>
  )
}
