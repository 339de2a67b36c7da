import { Refusal } from '@platform/base/errors/refusal'
import { activateReleases, retirePackage } from '@platform/site/changes/activate-releases'
import type { Activation } from '@platform/site/changes/make-live'
import { allowing, type CommandContext, defineCommand, limitsOf, parseVersions, recorded } from '../command/command'
import { bringReleases } from './fetch'
import { publishBuild } from './publish'

export const activate = defineCommand({
  usage: [
    'site activate <package>@<version> …      make releases live; "latest" is the one published last',
    '    [--allow <rule>] [--because "…"]       … though their pages break a rule; the reason stands in the record',
  ],
  options: allowing,
  async run({ positionals, values }, context) {
    if (positionals.length === 0) throw new Refusal('Name what to activate, for example catalog@latest.')
    const wanted = parseVersions(positionals)
    const limits = limitsOf(values)
    const recording = { act: 'activate', packages: Object.keys(wanted), ...wishOf(positionals, values) }
    const act = async () => activateReleases(context.folders, await bringReleases(context, wanted), limits)
    await report(context, () => recorded(context, recording, act))
  },
})

export const deploy = defineCommand({
  usage: ['site deploy <package> …                  publish the built packages and make them live'],
  options: allowing,
  async run({ positionals, values }, context) {
    if (positionals.length === 0) throw new Refusal('Name what to deploy, for example catalog.')
    const limits = limitsOf(values)
    const versions: Record<string, string> = {}
    for (const name of positionals) versions[name] = await publishBuild(name, `${name}/dist`, context)
    const asked = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
    const recording = { act: 'activate', packages: positionals, ...wishOf(asked, values) }
    await report(context, () => recorded(context, recording, () => activateReleases(context.folders, versions, limits)))
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
    const recording = { act: 'retire', packages, ...wishOf([name, ...others], values) }
    const act = () => retirePackage(context.folders, name, versions, limitsOf(values))
    await report(context, () => recorded(context, recording, act))
  },
})

/** What was asked for, for the record: the releases, what they may break, and why. */
function wishOf(names: readonly string[], { allow = [], because }: { allow?: string[]; because?: string }) {
  return { asked: [...names, ...allow.map((rule) => `--allow ${rule}`)].join(' '), because }
}

/** Does it and says what it came to, and how long it took. */
async function report(context: CommandContext, act: () => Promise<Activation>): Promise<void> {
  const started = performance.now()
  const activation = await act()
  describe(context, activation, ` after ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** What an activation came to. */
export function describe({ print }: CommandContext, activation: Activation, duration = ''): void {
  const { number, releases, outcome, warning } = activation
  const names = Object.entries(releases).map(([name, version]) => `${name}@${version}`)
  print(
    outcome === 'activated'
      ? `Composition ${number} is live${duration}: ${names.join(', ')}`
      : `Composition ${number} is already made of these releases: ${names.join(', ')}`,
  )
  if (warning) print(`Old compositions could not be deleted: ${warning}`)
}
