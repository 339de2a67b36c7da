import { isDeepStrictEqual } from 'node:util'
import { memoize } from '@platform/base/collections/collections'
import { Refusal } from '@platform/base/errors/refusal'
import { hasHashedName } from '@platform/release/manifest/asset-address'
import { isHost, type Release } from '@platform/release/manifest/release'
import type { Headers } from '../headers/security-headers'
import type { GrantedHosts } from '../settings/site-settings'
import { type Answer, SITE, type SiteAnswers } from './site-answers'

type Weakness = { what: string; directive?: string; source?: string }

type Policy = ReadonlyMap<string, readonly string[]>

const POLICY = 'content-security-policy'

/** Names in words each way in which a document's headers protect it less than before. */
function findWeaknesses(before: Headers, after: Headers): Weakness[] {
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
function linesOfPolicy(headers: Headers): string[] {
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
    // Only embedded pages of this site can be framed, and by it alone.
    (directive === 'frame-src' && source === "'self'")
  return (sourcesOf(next, directive) ?? []).filter((source) => !isCovered(source))
}

function describe(directive: string, source: string): string {
  if (directive === 'trusted-types') return `lets the Trusted Types policy "${source}" make markup`
  if (directive === 'script-src' && source === "'self'") return 'is not isolated: it runs scripts of every package'
  return `lets in ${source} (${directive})`
}

/** Something that the operator must allow for its package. */
export type Loss = { grant: Grant; addresses: string[]; what: string }
export const lossRules = ['removal', 'weaker-policy', 'looks'] as const
export type Grant = `${(typeof lossRules)[number]}:${string}`

export function isGrant(text: string): text is Grant {
  return lossRules.some((rule) => text.startsWith(`${rule}:`))
}

type NextSite = {
  releases: readonly Release[]
  /** Packages whose release is not the live one. */
  changed: ReadonlySet<string>
  hosts: GrantedHosts | undefined
}

export function findLosses(before: SiteAnswers, after: SiteAnswers, next: NextSite): Loss[] {
  const losses = new Map<string, Loss>()
  const add = (grant: Grant, address: string, what: string) => {
    const key = `${grant} ${what}`
    const { addresses } = losses.get(key) ?? { addresses: [] }
    losses.set(key, { grant, what, addresses: [...addresses, address] })
  }
  const findWeaker = weaknessFinder(before, next)
  for (const [address, old] of before) {
    const now = after.get(address)
    if (now && hasSameHead(old, now)) continue
    const removed = describeRemoval(old, now)
    // A variant's address falls back to its page, and a name with a hash belongs to one release.
    const isLasting = !address.includes('?') && !hasHashedName(address)
    if (removed && isLasting) add(`removal:${old.owner}`, address, removed)
    if (now) for (const { owner, what } of findWeaker(old, now)) add(`weaker-policy:${owner}`, address, what)
  }
  return [...losses.values()]
}

function describeRemoval(old: Answer, now: Answer | undefined): string | undefined {
  if (!now) return `of ${old.owner} would be gone`
  if (now.owner !== old.owner) return `of ${old.owner} would be answered by ${now.owner}`
  return old.status < 400 && now.status >= 400 ? `of ${old.owner} would answer ${now.status}` : undefined
}

function weaknessFinder(before: SiteAnswers, { releases, changed, hosts = {} }: NextSite) {
  const host = releases.find(isHost)?.package ?? SITE
  const pages = [...before.values()].filter(({ document }) => document)
  const linesOf = memoize(linesOfPolicy)
  const usedBy = memoize(
    (name: string) => new Set(pages.flatMap(({ owner, headers }) => (owner === name ? linesOf(headers) : []))),
  )
  /** A grant of a host covers its first use, not its spread to other pages. */
  const isGranted = (owner: string, { directive = '', source = '' }: Weakness) =>
    [owner, host]
      .flatMap((name) => Object.entries(hosts[name] ?? {}))
      .some((it) => it[0] === directive && it[1]?.includes(source)) && !usedBy(owner).has(`${directive} ${source}`)
  const causeOf = (owner: string, { directive, source = '' }: Weakness) => {
    const declaring = releases.find(({ trustedTypes = [] }) => trustedTypes.includes(source))
    if (directive === 'trusted-types' && declaring) return declaring.package
    return changed.has(owner) ? owner : host
  }
  return (old: Answer, { owner, headers }: Answer): { owner: string; what: string }[] => {
    const found = findWeaknesses(old.headers, headers)
    const granted = found.filter((weakness) => isGranted(owner, weakness))
    // A provider's scripts and its window bring these with them.
    const isProvider = granted.some(({ directive }) => directive === 'script-src')
    return found
      .filter((weakness) => !granted.includes(weakness) && !(isProvider && weakness.directive === undefined))
      .map((weakness) => ({ owner: causeOf(owner, weakness), what: `would be protected less: it ${weakness.what}` }))
      .filter((it) => changed.has(it.owner))
  }
}

const SHOWN = 5

export function formatLoss({ addresses, what, grant }: Loss): string {
  const more = addresses.length - SHOWN
  return `${addresses.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''} ${what} [${grant}]`
}

export function refuseLosses(losses: readonly Loss[], allowed: readonly string[]): void {
  const refused = losses.filter(({ grant }) => !allowed.includes(grant))
  if (refused.length === 0) return
  const grants = [...new Set(refused.map(({ grant }) => `--allow ${grant}`))].join(' ')
  throw new Refusal(
    `These releases must not go live:\n  ${refused.map(formatLoss).join('\n  ')}\n` +
      `If that is meant, say so with: ${grants} --reason "…"`,
  )
}

export function hasSameHead(one: Answer, other: Answer): boolean {
  if (one.document && one.document === other.document) return true
  return one.owner === other.owner && one.status === other.status && isDeepStrictEqual(one.headers, other.headers)
}

/** Lists what differs besides the body: `status 200`, `img-src https://maps.example`. */
export function linesOfAnswer({ owner, status, headers }: Answer): string[] {
  const { 'content-security-policy': _, ...others } = headers
  const lines = Object.entries(others).map(([name, value]) => `${name}: ${value}`)
  return [`package ${owner}`, `status ${status}`, ...lines, ...linesOfPolicy(headers)]
}
