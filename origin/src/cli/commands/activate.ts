import { activateReleases, retirePackage } from '../../composition/activate'
import type { Activation } from '../../composition/make-live'
import { Refusal } from '../../refusal'
import { because, type CommandContext, defineCommand, parseVersions, recorded } from '../command'
import { bringReleases } from './fetch'
import { publishBuild } from './publish'

export const activate = defineCommand({
  usage: ['site activate <package>@<version> …      make releases live; "latest" is the one published last'],
  options: because,
  async run({ positionals, values }, context) {
    if (positionals.length === 0) throw new Refusal('Name what to activate, for example catalog@latest.')
    const wanted = parseVersions(positionals)
    const recording = { act: 'activate', asked: positionals.join(' '), packages: Object.keys(wanted), ...values }
    const act = async () => activateReleases(context.folders, await bringReleases(context, wanted))
    await report(context, () => recorded(context, recording, act))
  },
})

export const deploy = defineCommand({
  usage: ['site deploy <package> …                  publish the built packages and make them live'],
  options: because,
  async run({ positionals, values }, context) {
    if (positionals.length === 0) throw new Refusal('Name what to deploy, for example catalog.')
    const versions: Record<string, string> = {}
    for (const name of positionals) versions[name] = await publishBuild(name, `${name}/dist`, context)
    const asked = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
    const recording = { act: 'activate', asked: asked.join(' '), packages: positionals, ...values }
    await report(context, () => recorded(context, recording, () => activateReleases(context.folders, versions)))
  },
})

export const retire = defineCommand({
  usage: [
    'site retire <package> [<package>@<v> …]  take a package and its pages out, while others (a shell) become live',
  ],
  options: because,
  async run({ positionals: [name, ...others], values }, context) {
    if (!name) throw new Refusal('Name one package to retire.')
    const versions = parseVersions(others)
    const packages = [name, ...Object.keys(versions)]
    const recording = { act: 'retire', asked: [name, ...others].join(' '), packages, ...values }
    await report(context, () => recorded(context, recording, () => retirePackage(context.folders, name, versions)))
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
