import { hostileFixture } from './hostile-release'

/** A style sheet that brings another one. */
export const release = hostileFixture(
  { content: { 'client/courses.css': '@import "https://evil.example/x.css";.a{color:red}' } },
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has a style sheet, \/assets\/catalog\/courses\.\w+\.css, that loads another style sheet/,
)
