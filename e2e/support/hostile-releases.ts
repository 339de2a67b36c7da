import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './site'

const fixtures = path.join(root, 'platform/compose/src/testing/fixtures')
const read = (file: string) => readFileSync(path.join(fixtures, file), 'utf8')

/** Name of an attack and what it leads to: a pattern of the refusal, or 'harmless'. */
export const hostileReleases: Readonly<Record<string, string>> = JSON.parse(read('hostile-releases.json'))

/** The bundle of a page with an attack at its end. */
export function withAttack(bundle: string, name: string): string {
  return `${bundle}\n;(() => {${read('hostile-helpers.js.txt')}\n${read(`hostile/${name}.js.txt`)}})()\n`
}
