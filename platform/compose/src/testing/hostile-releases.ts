import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Also read by the browser tests, which try the same on real releases. */
const fixtures = path.join(__dirname, 'fixtures')
const read = (file: string) => readFileSync(path.join(fixtures, file), 'utf8')

/**
 * What releases try while their pages are rendered, a file each in `fixtures/hostile/`, and what it leads to: a pattern
 * of the refusal, or 'harmless', which is to be refused by the name of its own page or to change nothing but that.
 */
export const hostileReleases: Readonly<Record<string, string>> = JSON.parse(read('hostile-releases.json'))

/** The bundle of a page with an attack at its end. */
export function withAttack(bundle: string, name: string): string {
  return `${bundle}\n;(() => {${read('hostile-helpers.js.txt')}\n${read(`hostile/${name}.js.txt`)}})()\n`
}
