/** What a page tells search engines and link previews. */
export { PageHead, PublicUrl } from './page-head'
