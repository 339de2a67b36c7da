import { Refusal } from '@platform/base/errors/refusal'
import { formatDowngrade } from '@platform/release/manifest/downgrades'
import { activateReleases, type ReleaseActivation, retirePackage } from '@platform/site/changes/activate-releases'
import {
  allowing,
  audited,
  type CommandContext,
  defineCommand,
  limitsOf,
  parseVersions,
  type ReasonValues,
  reasonOf,
} from '../../command/command'
import { ensureReleases } from '../releases/fetch'
import { publishBuild } from '../releases/publish'

export const activate = defineCommand({
  usage: [
    'site activate <package>@<version> …      make releases live; "latest" is the one published last',
    '    [--allow <rule>] [--reason "…"]        … though their pages break a rule; the reason stands in the audit log',
  ],
  options: allowing,
  async run({ positionals, values }, context) {
    if (positionals.length === 0) throw new Refusal('Name what to activate, for example catalog@latest.')
    const wanted = parseVersions(positionals)
    const limits = limitsOf(values, context)
    const entry = { action: 'activate', packages: Object.keys(wanted), ...wantedOf(positionals, values) }
    const activateAll = async () => activateReleases(context.store, await ensureReleases(context, wanted), limits)
    await report(context, () => audited(context, entry, activateAll, downgradesIn))
  },
})

export const deploy = defineCommand({
  usage: ['site deploy <package> …                  publish the built packages and make them live'],
  options: allowing,
  async run({ positionals, values }, context) {
    if (positionals.length === 0) throw new Refusal('Name what to deploy, for example catalog.')
    const limits = limitsOf(values, context)
    const versions: Record<string, string> = {}
    for (const name of positionals) versions[name] = await publishBuild(name, `${name}/dist`, context)
    const target = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
    const entry = { action: 'activate', packages: positionals, ...wantedOf(target, values) }
    await report(context, () =>
      audited(context, entry, () => activateReleases(context.store, versions, limits), downgradesIn),
    )
  },
})

export const retire = defineCommand({
  usage: [
    'site retire <package> [<package>@<v> …]  take a package and its pages out, while others (a shell) become live',
  ],
  options: allowing,
  async run({ positionals: [name, ...others], values }, context) {
    if (!name) throw new Refusal('Name one package to retire.')
    const versions = parseVersions(others)
    const packages = [name, ...Object.keys(versions)]
    const entry = { action: 'retire', packages, ...wantedOf([name, ...others], values) }
    const retireOne = () => retirePackage(context.store, name, versions, limitsOf(values, context))
    await report(context, () => audited(context, entry, retireOne))
  },
})

/** What the audit log says of packages that went back. */
function downgradesIn({ downgrades = [] }: ReleaseActivation) {
  return downgrades.length > 0 ? { downgrades: downgrades.map(formatDowngrade) } : {}
}

/** What was asked for, for the audit log: the releases, what they may break, and why. */
function wantedOf(names: readonly string[], { allow = [], ...values }: ReasonValues & { allow?: string[] }) {
  return { target: [...names, ...allow.map((rule) => `--allow ${rule}`)].join(' '), reason: reasonOf(values) }
}

/** Does it and says what it came to, and how long it took. */
async function report(context: CommandContext, activateNow: () => Promise<ReleaseActivation>): Promise<void> {
  const started = performance.now()
  const activation = await activateNow()
  describe(context, activation, ` after ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** What an activation came to. */
export function describe({ print }: CommandContext, activation: ReleaseActivation, duration = ''): void {
  const { number, releases, outcome, warning, downgrades = [] } = activation
  const names = Object.entries(releases).map(([name, version]) => `${name}@${version}`)
  print(
    outcome === 'activated'
      ? `Composition ${number} is live${duration}: ${names.join(', ')}`
      : `Composition ${number} is already made of these releases: ${names.join(', ')}`,
  )
  for (const it of downgrades) print(`A downgrade of ${formatDowngrade(it)}`)
  if (warning) print(`Old compositions could not be deleted: ${warning}`)
}
