const rules = [
  { pattern: /(?<![\w$.'"-])any(?![\w$'"-])/, problem: 'has the type any, which fits everything' },
  {
    pattern: /export declare (?:function|const) [A-Z]\w*[^;]*(?:\)|=>)\s*:?\s*Promise</,
    problem: 'is an async component, which a browser cannot render',
  },
  {
    pattern: /^\s+(?!(?:get|set|new)\b)[\w$]+\??(?:<[^>]*>)?\([^)]*\)\s*:/,
    problem: 'is a method, whose parameters TypeScript compares loosely; write a property of function type',
  },
  {
    // Types of a library that the origin does not have would be any there.
    pattern: /(?:from |import\()['"](?!\.|react(?:\/|['"]))/,
    problem: 'hands on types of a library, which differ with its version',
  },
]

/**
 * Types that a comparison could not judge.
 * @param files declaration files by name
 * @throws Error naming each with its file
 */
export function refuseVagueTypes(files) {
  const problems = Object.entries(files).flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line) =>
        rules
          .filter(({ pattern }) => pattern.test(line))
          .map(({ problem }) => `shared/src/${file.replace('.d.ts', '')}: "${line.trim()}" ${problem}`),
      ),
  )
  if (problems.length > 0) throw new Error(`Releases could not be compared by these types:\n  ${problems.join('\n  ')}`)
}
