import { hostilePage } from './hostile-release'

/** Takes visitors to another site, without a script. */
export const release = hostilePage(
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has the attribute http-equiv/,
)
