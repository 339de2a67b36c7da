import { hostilePage } from './hostile-release'

/** Was allowed once, because the policy named whatever stood in the page. */
export const release = hostilePage(
  '<script>steal()</script>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has an inline script that the shell does not declare: <script> at 1:/,
)
