/** What a page says about itself to search engines and link previews. */
export { PageHead } from './page-head'
export { PublicUrl } from './public-url'
