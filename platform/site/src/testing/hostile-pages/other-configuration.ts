import { hostilePage } from './hostile-release'

/** Takes the place of the data by which the shell finds the packages. */
export const release = hostilePage(
  '<script type="application/json" id="site-config">{"remotes":{"checkout":{"entry":"/assets/catalog/x.js"}}}</script>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has the id "site-config" of the document’s own data a second time/,
)
