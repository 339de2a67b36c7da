/**
 * Reads the attacks of `fixtures/hostile-releases.txt`; a module without CommonJS, so that browser tests can import it.
 * @param {string} text
 */
export function readHostileReleases(text) {
  const [, helpers = '', ...attacks] = text.split(/^=== /m)
  const sections = attacks.map(
    (section) => /^(?<name>\S+) → (?<leadsTo>[^\n]+)\n(?<code>.*)$/s.exec(section)?.groups ?? {},
  )
  /** @type {Readonly<Record<string, string>>} Attacks with their outcome: a pattern of the refusal, or 'harmless'. */
  const hostileReleases = Object.fromEntries(sections.map(({ name, leadsTo }) => [name, leadsTo]))
  return {
    hostileReleases,
    /** @param {string} bundle @param {string} name */
    withAttack(bundle, name) {
      const code = sections.find((section) => section.name === name)?.code
      if (!code) throw new Error(`There is no attack ${name}`)
      return `${bundle}\n;(() => {${helpers.replace('helpers', '')}\n${code}})()\n`
    },
  }
}
