import { FAST_QUALITY } from '@platform/base/durable/compress'
import { Refusal } from '@platform/base/errors/refusal'
import { publishRelease } from '@platform/release/folder-registry/publish-release'
import { audited, type CommandContext, defineCommand } from '../../command/command'

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
export async function publishBuild(name: string, from: string, context: CommandContext): Promise<string> {
  const { store, print } = context
  const settings = await store.copy.readSettings()
  const publish = async () => {
    const published = await publishRelease(store.copy, {
      from,
      expectedPackage: name,
      ...(settings?.isDevelopment && { quality: FAST_QUALITY }),
    })
    await store.addRelease(name, published.version)
    return published
  }
  const entry = { action: 'publish', target: name, packages: [name] }
  const { version, outcome } = await audited(context, entry, publish, (it) => ({
    release: `${name}@${it.version}`,
    ...(it.outcome !== 'published' && { outcome: it.outcome }),
  }))
  print(`${name}@${version} ${outcome === 'published' ? 'is published' : 'was already published'}`)
  return version
}
