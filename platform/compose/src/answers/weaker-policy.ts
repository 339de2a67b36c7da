import type { Headers } from '../headers/security-headers'

export type Weakness = { what: string; directive?: string; source?: string }

type Policy = ReadonlyMap<string, readonly string[]>

const POLICY = 'content-security-policy'

/** Names in words each way in which a document's headers protect it less than before. */
export function findWeaknesses(before: Headers, after: Headers): Weakness[] {
  const [old, next] = [parsePolicy(before), parsePolicy(after)]
  const missing = Object.keys(before).filter((name) => after[name] === undefined)
  const opened = Object.keys(before).filter(
    (name) => name.startsWith('cross-origin-') && before[name] === 'same-origin' && after[name] !== 'same-origin',
  )
  return [
    ...[...missing, ...[...old.keys()].filter((directive) => isMissing(next, directive))].map((name) => ({
      what: `no longer has ${name}`,
    })),
    ...opened.filter((name) => after[name]).map((name) => ({ what: `has ${name} ${after[name]}, not same-origin` })),
    ...[...new Set([...old.keys(), ...next.keys()])].flatMap((directive) =>
      addedSources(old, next, directive).map((source) => ({ directive, source, what: describe(directive, source) })),
    ),
  ]
}

/** Lists the sources of a policy: `img-src https://maps.example`. */
export function linesOfPolicy(headers: Headers): string[] {
  return [...parsePolicy(headers)].flatMap(([directive, sources]) =>
    (sources.length > 0 ? sources : ['']).map((source) => `${directive} ${source}`.trim()),
  )
}

function parsePolicy({ [POLICY]: policy = '' }: Headers): Policy {
  const directives = policy.split(';').map((it) => it.trim().split(/\s+/))
  return new Map(directives.flatMap(([name, ...sources]) => (name ? [[name, sources] as const] : [])))
}

function sourcesOf(policy: Policy, directive: string): readonly string[] | undefined {
  return policy.get(directive) ?? (directive.endsWith('-src') ? policy.get('default-src') : undefined)
}

/** Its names matter only beside `require-trusted-types-for`. */
function isMissing(policy: Policy, directive: string): boolean {
  return directive !== 'trusted-types' && sourcesOf(policy, directive) === undefined
}

function addedSources(old: Policy, next: Policy, directive: string): string[] {
  const known = sourcesOf(old, directive)
  if (!known) return []
  const isCovered = (source: string) =>
    known.includes(source) ||
    source === "'none'" ||
    // The rules of pages check each inline script and style against its release.
    source.startsWith("'sha256-") ||
    (source.startsWith('/') && known.includes("'self'")) ||
    // No page of this site can be framed.
    (directive === 'frame-src' && source === "'self'")
  return (sourcesOf(next, directive) ?? []).filter((source) => !isCovered(source))
}

function describe(directive: string, source: string): string {
  if (directive === 'trusted-types') return `lets the Trusted Types policy "${source}" make markup`
  if (directive === 'script-src' && source === "'self'") return 'is not isolated: it runs scripts of every package'
  return `lets in ${source} (${directive})`
}
