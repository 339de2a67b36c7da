import { hostilePage } from './hostile-release'

/** A policy of the page's own, which could keep the scripts of the shell from running. */
export const release = hostilePage(
  '<meta http-equiv="Content-Security-Policy" content="script-src https://evil.example">',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has the attribute http-equiv/,
)
