import { hostilePage } from './hostile-release'

/** Fetches a module of another host ahead, and with it a place to report to. */
export const release = hostilePage(
  '<link rel="modulepreload" href="https://evil.example/x.js">',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has a script that is no file/,
)
