import { hostilePage } from './hostile-release'

/** An element that older parsers drop inside of a select and newer browsers keep. */
export const release = hostilePage(
  '<select><iframe src="https://evil.example/"></iframe></select>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has a select with more than options/,
)
