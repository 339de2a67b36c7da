/** Head of a page, for search engines and link previews. */
export { PageHead, PublicUrl } from './page-head'
