import { hostileFixture } from './hostile-release'

/** A style sheet that ends its element; end tags are told in any case. */
export const release = hostileFixture(
  { content: { 'client/courses.css': '.a{content:"</STYLE><script>steal()</script>"}' } },
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has an inline style that is no style sheet of the page/,
)
