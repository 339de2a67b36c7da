import { FAST_QUALITY } from '../../files/compress'
import { Refusal } from '../../refusal'
import { publishRelease } from '../../registry/publish'
import { readSettings } from '../../settings/site-settings'
import { type CommandContext, defineCommand } from '../command'

const usage = [
  'site publish <package> [--from <dir>]    take a built package into the registry (default: <package>/dist)',
]

export const publish = defineCommand({
  usage,
  options: { from: { type: 'string' } },
  async run({ positionals, values }, context) {
    const [name, ...others] = positionals
    if (!name || others.length > 0) throw new Refusal(`Name one package to publish.\n${usage[0]}`)
    await publishBuild(name, values.from ?? `${name}/dist`, context)
  },
})

/** @returns the version that was taken in. */
export async function publishBuild(name: string, from: string, { folders, print }: CommandContext): Promise<string> {
  const settings = await readSettings(folders)
  const { version, outcome } = await publishRelease(folders, {
    from,
    expectedPackage: name,
    ...(settings?.isDevelopment && { quality: FAST_QUALITY }),
  })
  await folders.authority?.keepRelease(name, version)
  print(`${name}@${version} ${outcome === 'published' ? 'is published' : 'was already published'}`)
  return version
}
