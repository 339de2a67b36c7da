import { activateReleases, retirePackage } from '../../composition/activate'
import type { Activation } from '../../composition/make-live'
import { Refusal } from '../../refusal'
import { type CommandContext, defineCommand, parseVersions } from '../command'
import { bringReleases } from './fetch'
import { publishBuild } from './publish'

export const activate = defineCommand({
  usage: ['site activate <package>@<version> …      make releases live; "latest" is the one published last'],
  options: {},
  async run({ positionals }, context) {
    if (positionals.length === 0) throw new Refusal('Name what to activate, for example catalog@latest.')
    const versions = await bringReleases(context, parseVersions(positionals))
    await report(context, () => activateReleases(context.folders, versions))
  },
})

export const deploy = defineCommand({
  usage: ['site deploy <package> …                  publish the built packages and make them live'],
  options: {},
  async run({ positionals }, context) {
    if (positionals.length === 0) throw new Refusal('Name what to deploy, for example catalog.')
    const versions: Record<string, string> = {}
    for (const name of positionals) versions[name] = await publishBuild(name, `${name}/dist`, context)
    await report(context, () => activateReleases(context.folders, versions))
  },
})

export const retire = defineCommand({
  usage: [
    'site retire <package> [<package>@<v> …]  take a package and its pages out, while others (a shell) become live',
  ],
  options: {},
  async run({ positionals: [name, ...others] }, context) {
    if (!name) throw new Refusal('Name one package to retire.')
    await report(context, () => retirePackage(context.folders, name, parseVersions(others)))
  },
})

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
