/** What a page tells search engines and link previews. */
export { PageHead } from './page-head'
export { PublicUrl } from './public-url'
