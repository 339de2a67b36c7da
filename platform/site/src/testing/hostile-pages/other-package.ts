import { hostilePage } from './hostile-release'

/** A script of another package, which may be of an age that its team has long mended. */
export const release = hostilePage(
  '<script src="/assets/content/blog-page.01234567.js"></script>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has a script that is no file of the shell or of the page's package/,
)
