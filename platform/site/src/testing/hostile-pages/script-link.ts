import { hostilePage } from './hostile-release'

/** A link that is a script, spelt so that no search for the word finds it. */
export const release = hostilePage(
  '<a href="java&#9;script:steal()">Courses</a>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has a link by javascript:/,
)
