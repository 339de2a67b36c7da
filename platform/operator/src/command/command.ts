import { type ParseArgsConfig, parseArgs } from 'node:util'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { siteRules } from '@platform/compose/rules/checked-page'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import type { RegistrySettings } from '@platform/release/npm-registry/registry-settings'
import { type Audited, withAudit } from '@platform/site/audit/with-audit'
import type { Actor } from '@platform/site/model/audit-entry'
import type { SiteStore } from '@platform/site/store/site-store'
import type { Admin } from '@site/api/admin'
import type { ApiConfig } from '@site/api/config'
import { reportProgress } from './report-progress'

/** What a command works on; read from the environment in `operator-config.ts`. */
export type CommandContext = {
  store: SiteStore
  /** Where the teams publish their releases; absent: they come from folders. */
  registry?: RegistrySettings | undefined
  /** Who calls it, for the audit log. */
  actor: Actor
  /** Does it in the shop's database, or has the server do it that has the database open. */
  admin: Admin
  /** The shop's part of the environment, and what would keep an origin with it from starting. */
  api: ApiConfig
  environmentProblems: readonly string[]
  /** Folder of the embedded database. */
  dataDir: string
  /** What the environment of this shell says of the shop; for `settings --from-environment` alone. */
  settingsOfEnvironment: () => SiteSettings
  print: (line: string) => void
  /** For what went wrong beside the thing itself. */
  warn: (line: string) => void
}

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>>

export type Command = {
  /** A line for each way to call it: the call, two spaces or more, what it does. */
  usage: readonly string[]
  run: (args: readonly string[], context: CommandContext) => Promise<void>
}

/**
 * A command of the operator with its own options.
 * @throws Refusal with its usage when it is called in another way.
 */
export function defineCommand<const O extends Options>(definition: {
  usage: readonly string[]
  options: O
  run: (input: Parsed<O>, context: CommandContext) => Promise<void>
}): Command {
  const { usage, options, run } = definition
  return {
    usage,
    async run(args, context) {
      await run(parse(args, options, usage), context)
    },
  }
}

function parse<const O extends Options>(args: readonly string[], options: O, usage: readonly string[]): Parsed<O> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true as const, options })
  } catch (cause) {
    throw new Refusal(`${messageOf(cause)}\n${usage.join('\n')}`, { cause })
  }
}

/** Says the same as `--reason`. */
export const REASON_ALIAS = 'because'

/** The option of everything that is recorded: why it is done. */
export const withReason = { reason: { type: 'string' }, [REASON_ALIAS]: { type: 'string' } } as const

export type ReasonValues = { reason?: string; [REASON_ALIAS]?: string }

export function reasonOf({ reason, [REASON_ALIAS]: alias }: ReasonValues): string | undefined {
  return reason ?? alias
}

/** Options of whatever renders the site: rules that its pages may break, and why that may be. */
export const allowing = { ...withReason, allow: { type: 'string', multiple: true } } as const

/**
 * How the site is rendered when a person lets rules be broken.
 * @throws Refusal without a reason, or for a rule that does not exist
 */
export function limitsOf(
  values: ReasonValues & { allow?: string[] },
  { warn }: Pick<CommandContext, 'warn'>,
): RenderLimits {
  const { allow = [] } = values
  const allowed = siteRules.filter((rule) => allow.includes(rule))
  const unknown = allow.find((name) => !siteRules.some((rule) => rule === name))
  if (unknown !== undefined) throw new Refusal(`There is no rule "${unknown}". There are: ${siteRules.join(', ')}`)
  if (allow.length > 0 && !reasonOf(values)?.trim()) {
    throw new Refusal('Say why: --reason "…". It stands in the audit log.')
  }
  return { ...defaultLimits, allowed, onProgress: reportProgress(warn) }
}

/** Does something to the site and keeps in its audit log who did it, or why it was refused. */
export function audited<T>(
  { store, actor, warn }: CommandContext,
  entry: Omit<Audited, 'actor' | 'warn'>,
  work: () => Promise<T>,
  outcome?: (result: T) => Record<string, unknown>,
): Promise<T> {
  return withAudit(store, { ...entry, actor, warn }, work, outcome)
}

/** A whole number from 1. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(`"${text}" is not a number from 1`)
  return Number(text)
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** `90s`, `10m`, `2h` → ms. */
export function parseDuration(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? []
  const unitMs = UNITS_MS[unit]
  if (!count || !unitMs) throw new Refusal(`"${text}" is not a time such as 90s, 10m or 2h`)
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
