import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@platform/base/errors/refusal'
import { isGrant, lossRules } from '@platform/compose/answers/compare-answers'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { siteRules } from '@platform/compose/rules/checked-page'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import type { RegistrySettings } from '@platform/release/npm-registry/registry-client'
import { type Audited, withAudit } from '@platform/site/audit/with-audit'
import type { Actor } from '@platform/site/model/audit-entry'
import type { Site } from '@platform/site/site/site'
import { ORIGIN_SILENT_S } from '@platform/site/store/site-store'
import type { Admin } from '@site/api/admin'
import type { ApiConfig } from '@site/api/config'

export type CommandContext = {
  store: Site
  /** Absent: releases come from folders. */
  registry?: RegistrySettings | undefined
  actor: Actor
  admin: Admin
  api: ApiConfig
  environmentProblems: readonly string[]
  /** Problems that this environment would have in production. */
  missingForLaunch?: readonly string[]
  browser?: string | undefined
  settingsOfEnvironment: () => SiteSettings
  print: (line: string) => void
  warn: (line: string) => void
}

/** Placeholder of the value, `true` for a flag, a list if repeatable. */
type OptionKind = string | true | readonly [string]
export type OptionKinds = Readonly<Record<string, OptionKind>>
type ValueOf<K> = K extends true ? boolean : K extends string ? string : string[]

export type Values<O> = { [N in keyof O]?: ValueOf<O[N]> }
/** `<name>` is required, `[<name>]` optional; a final ` …` takes the rest. */
export type Given<A> = {
  [I in keyof A]: A[I] extends `${string} …` | `${string} …]`
    ? string[]
    : A[I] extends `[${string}`
      ? string | undefined
      : string
}

type Definition<A, O> = {
  args?: A
  options?: O
  does: string
  reads?: 'all' | 'live' | 'nothing'
  run: (args: Given<A>, values: Values<O>, context: CommandContext) => Promise<void> | void
}

export type Command = Required<Omit<Definition<readonly string[], OptionKinds>, 'run'>> & {
  run: (args: unknown[], values: object, context: CommandContext) => Promise<void> | void
}

export function defineCommand<
  const A extends readonly string[] = readonly [],
  const O extends OptionKinds = Record<never, true>,
>({ args, options, does, reads = 'all', run }: Definition<A, O>): Command {
  return { args: args ?? [], options: options ?? {}, does, reads, run: run as unknown as Command['run'] }
}

/** Needs only the shop, so no copy of the site is refreshed first. */
export const defineShopCommand: typeof defineCommand = (definition) =>
  defineCommand({ ...definition, reads: 'nothing' })

export const withReason = { reason: '"…"' } as const
export type ReasonValues = Values<typeof withReason>

export const allowing = { allow: ['<rule>'], ...withReason } as const
export type AllowingValues = Values<typeof allowing>

export function limitsOf({ allow = [], reason }: AllowingValues): RenderLimits {
  const allowed = allow.map((name) => {
    const rule = isGrant(name) ? name : siteRules.find((it) => it === name)
    if (rule) return rule
    const rules = [...siteRules, ...lossRules.map((it) => `${it}:<package>`)].join(', ')
    throw new Refusal(`There is no rule "${name}". There are: ${rules}`)
  })
  if (allow.length > 0 && !reason?.trim()) {
    throw new Refusal('Say why: --reason "…". It stands in the audit log.')
  }
  return { ...defaultLimits, allowed }
}

export async function audited<T>(
  { store, actor, warn }: CommandContext,
  entry: Omit<Audited, 'actor' | 'warn'>,
  work: () => Promise<T>,
  outcome?: (result: T) => Record<string, unknown>,
): Promise<T> {
  const result = await withAudit(store, { ...entry, actor, warn }, work, outcome)
  // It is done: whatever fails here must not look like a refusal.
  const behind = await waitForOrigins(store).catch(() => [])
  if (behind.length > 0) warn(`Not every origin shows what is live yet: ${behind.join(', ')}. Look at "site status".`)
  return result
}

const FOLLOWING_MS = 5_000
const LOOK_MS = 100

/** Origins follow the database a moment later. @returns those that still show something else */
async function waitForOrigins(store: Site): Promise<string[]> {
  for (const until = Date.now() + FOLLOWING_MS; ; await wait(LOOK_MS)) {
    const [origins = [], { pointer }] = await Promise.all([store.origins(), store.live()])
    const behind = origins.filter(
      ({ lastSeenSeconds, outOfService, serving }) =>
        lastSeenSeconds < ORIGIN_SILENT_S && outOfService === undefined && serving !== pointer?.live,
    )
    const isHopeless = behind.every(({ error }) => error !== undefined)
    if (isHopeless || Date.now() > until) return behind.map(({ name }) => name)
  }
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(`"${text}" is not a number from 1`)
  return Number(text)
}

export function parseShare(text: string): number {
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(text)) throw new Refusal(`"${text}" is not a share in percent such as 5 or 0.5`)
  return Number(text)
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** `90s`, `10m`, `2h`, `7d`, `4w` → ms. */
export function parseDuration(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([smhdw])$/.exec(text) ?? []
  const unitMs = UNITS_MS[unit]
  if (!count || !unitMs) throw new Refusal(`"${text}" is not a time such as 90s, 10m, 2h, 7d or 4w`)
  return Number(count) * unitMs
}

/** `catalog@1.6.0 shell@latest` → versions by package. */
export function parseVersions(names: readonly string[]): Record<string, string> {
  const versions = names.map((name) => {
    const match = name.match(/^([^@]+)@(.+)$/)
    if (!match) throw new Refusal(`"${name}" is not a release. Write for example catalog@0.1.1 or catalog@latest.`)
    return [match[1], match[2]]
  })
  return Object.fromEntries(versions)
}

export function listReleases(releases: Readonly<Record<string, string>>): string {
  return Object.entries(releases)
    .map(([name, version]) => `${name}@${version}`)
    .join(', ')
}
