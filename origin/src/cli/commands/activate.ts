import { activateReleases, retirePackage } from '../../composition/activate'
import type { Activation } from '../../composition/make-live'
import { Refusal } from '../../refusal'
import { type CommandContext, defineCommand, parseVersions } from '../command'
import { publishBuild } from './publish'

export const activate = defineCommand({
  usage: ['site activate <package>@<version> …      make releases live; "latest" is the one published last'],
  options: {},
  async run({ positionals }, context) {
    if (positionals.length === 0) throw new Refusal('Name what to activate, for example catalog@latest.')
    await report(context, () => activateReleases(context.folders, parseVersions(positionals)))
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

/** Says what an activation came to, and how long it took. */
export async function report({ print }: CommandContext, act: () => Promise<Activation>): Promise<void> {
  const started = performance.now()
  const { number, releases, outcome, warning } = await act()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const names = Object.entries(releases).map(([name, version]) => `${name}@${version}`)
  print(
    outcome === 'activated'
      ? `Composition ${number} is live after ${seconds} s: ${names.join(', ')}`
      : `Composition ${number} is already made of these releases: ${names.join(', ')}`,
  )
  if (warning) print(`Old compositions could not be deleted: ${warning}`)
}
