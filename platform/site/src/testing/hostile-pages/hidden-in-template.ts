import { hostilePage } from './hostile-release'

/** A shadow tree written in the page: its content is as alive as the rest. */
export const release = hostilePage(
  '<div><template shadowrootmode="open"><script>steal()</script></template></div>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has an inline script that the shell does not declare/,
)
