import { hostilePage } from './hostile-release'

/** A document in an attribute. */
export const release = hostilePage(
  '<iframe title="x" srcdoc="&lt;script>steal()&lt;/script>"></iframe>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has the attribute srcdoc/,
)
