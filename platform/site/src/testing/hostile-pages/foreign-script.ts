import { hostilePage } from './hostile-release'

/** A script of another host. */
export const release = hostilePage(
  '<script src="https://evil.example/x.js"></script>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has a script that is no file of the shell or of/,
)
