import { hostilePage } from './hostile-release'

/** Markup and a script inside of a drawing, where parsers have other rules. */
export const release = hostilePage(
  '<svg><foreignObject><iframe title="x" src="data:text/html,x"></iframe></foreignObject><script>steal()</script></svg>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has an element that no page may have: <foreignObject>/,
)
