import { hostilePage } from './hostile-release'

/** All addresses of the page lead elsewhere, those of its scripts too. */
export const release = hostilePage(
  '<base href="https://evil.example/">',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has an element that no page may have: <base href/,
)
