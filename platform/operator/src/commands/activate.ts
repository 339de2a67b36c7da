import { formatDowngrade } from '@platform/release/manifest/downgrades'
import { activateReleases, type ReleaseActivation, retirePackage } from '@platform/site/changes/activate-releases'
import {
  type AllowingValues,
  allowing,
  audited,
  type CommandContext,
  defineCommand,
  limitsOf,
  listReleases,
  parseVersions,
} from '../command/command'
import { ensureReleases, publishBuild } from './releases'

export const activateCommands = {
  activate: defineCommand({
    args: ['<package>@<version> …'],
    options: allowing,
    does: 'make releases live; "latest" is the one published last; --allow lets their pages break a rule',
    async run([names], values, context) {
      const wanted = parseVersions(names)
      const limits = limitsOf(values)
      const entry = { action: 'activate', packages: Object.keys(wanted), ...wantedOf(names, values) }
      const activateAll = async () => activateReleases(context.store, await ensureReleases(context, wanted), limits)
      await report(context, () => audited(context, entry, activateAll, downgradesIn))
    },
  }),

  deploy: defineCommand({
    args: ['<package> …'],
    options: allowing,
    does: 'publish the built packages and make them live',
    async run([names], values, context) {
      const limits = limitsOf(values)
      const versions: Record<string, string> = {}
      for (const name of names) versions[name] = await publishBuild(name, `${name}/dist`, context)
      const target = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
      const entry = { action: 'activate', packages: names, ...wantedOf(target, values) }
      const activateAll = () => activateReleases(context.store, versions, limits)
      await report(context, () => audited(context, entry, activateAll, downgradesIn))
    },
  }),

  retire: defineCommand({
    args: ['<package>', '[<package>@<version> …]'],
    options: allowing,
    does: 'take a package and its pages out, while others (a shell) become live',
    async run([name, others], values, context) {
      const versions = parseVersions(others)
      const packages = [name, ...Object.keys(versions)]
      const entry = { action: 'retire', packages, ...wantedOf([name, ...others], values) }
      const limits = limitsOf(values)
      const retireOne = async () => retirePackage(context.store, name, await ensureReleases(context, versions), limits)
      await report(context, () => audited(context, entry, retireOne))
    },
  }),
}

function downgradesIn({ downgrades = [] }: ReleaseActivation) {
  return downgrades.length > 0 ? { downgrades: downgrades.map(formatDowngrade) } : {}
}

export function wantedOf(names: readonly string[], { allow = [], ...values }: AllowingValues) {
  return { target: [...names, ...allow.map((rule) => `--allow ${rule}`)].join(' '), reason: values.reason }
}

async function report(context: CommandContext, activateNow: () => Promise<ReleaseActivation>): Promise<void> {
  const started = performance.now()
  const activation = await activateNow()
  describeActivation(context, activation, ` after ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

export function describeActivation(
  { print }: Pick<CommandContext, 'print'>,
  { number, releases, outcome, warning, brokenBlocks = [], downgrades = [] }: ReleaseActivation,
  duration = '',
): void {
  const names = listReleases(releases)
  print(
    outcome === 'activated'
      ? `Composition ${number} is live${duration}: ${names}`
      : `Composition ${number} is already made of these releases: ${names}`,
  )
  for (const it of brokenBlocks) print(`Warning: ${it}`)
  for (const it of downgrades) print(`A downgrade of ${formatDowngrade(it)}`)
  if (warning) print(`Old compositions could not be deleted: ${warning}`)
}
