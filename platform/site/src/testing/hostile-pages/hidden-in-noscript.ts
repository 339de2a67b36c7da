import { hostilePage } from './hostile-release'

/** Words for visitors without scripts that end, with scripts on, in the middle of an attribute. */
export const release = hostilePage(
  '<noscript><p title="</noscript><script>steal()</script>">x</p></noscript>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has a noscript that ends elsewhere with scripts on/,
)
