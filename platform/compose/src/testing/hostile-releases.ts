import { readFileSync } from 'node:fs'
import path from 'node:path'

const file = path.join(__dirname, 'fixtures/hostile-releases.txt')
const [, helpers = '', ...attacks] = readFileSync(file, 'utf8').split(/^=== /m)
const sections = attacks.map(
  (section) => /^(?<name>\S+) → (?<leadsTo>[^\n]+)\n(?<code>.*)$/s.exec(section)?.groups ?? {},
)

/** Attacks with their outcome: a pattern of the refusal, or 'harmless'. Browser tests use them on real releases. */
export const hostileReleases: Readonly<Record<string, string>> = Object.fromEntries(
  sections.map(({ name, leadsTo }) => [name, leadsTo]),
)

export function withAttack(bundle: string, name: string): string {
  const code = sections.find((section) => section.name === name)?.code
  if (!code) throw new Error(`There is no attack ${name}`)
  return `${bundle}\n;(() => {${helpers.replace('helpers', '')}\n${code}})()\n`
}
