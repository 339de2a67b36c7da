import { hostilePage } from './hostile-release'

/** A script in an attribute, on an element that browsers fail to load. */
export const release = hostilePage(
  '<img src="/nothing" alt="" onerror="steal()">',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has the event attribute onerror.*: <img src/,
)
