import { Refusal } from '@platform/base/errors/refusal'
import { isReleaseHere } from '@platform/release/folder-registry/releases'
import { fetchRelease } from '@platform/release/npm-registry/fetch-release'
import type { RegistrySettings } from '@platform/release/npm-registry/registry-settings'
import { audited, type CommandContext, defineCommand, parseVersions } from '../../command/command'

export const fetchReleases = defineCommand({
  usage: ['site fetch <package>@<version> …         take releases from the teams’ registry, by version or dist-tag'],
  options: {},
  async run({ positionals }, context) {
    if (positionals.length === 0) throw new Refusal('Name what to fetch, for example catalog@1.6.0.')
    const { registry } = context
    if (!registry) throw new Refusal('RELEASE_REGISTRY is missing: the address of the npm registry to fetch from')
    for (const [name, wanted] of Object.entries(parseVersions(positionals))) {
      await fetchOne({ ...context, registry }, name, wanted)
    }
  },
})

/**
 * The versions to activate, every one of them published here: with a registry of the teams, what is not here is
 * fetched, and a dist-tag is what the registry says.
 */
export async function ensureReleases(
  context: CommandContext,
  versions: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { registry, store } = context
  if (!registry) return { ...versions }
  const ensured: Record<string, string> = {}
  for (const [name, wanted] of Object.entries(versions)) {
    const isHere = await isReleaseHere(store.copy, name, wanted)
    ensured[name] = isHere ? wanted : await fetchOne({ ...context, registry }, name, wanted)
  }
  return ensured
}

type Fetching = CommandContext & { registry: RegistrySettings }

async function fetchOne(context: Fetching, name: string, wanted: string): Promise<string> {
  const { store, registry, print } = context
  const { copy } = store
  const fetch = async () => {
    const fetched = await fetchRelease(copy, { read: copy.readPin, pin: store.pinIntegrity }, registry, name, wanted)
    await store.addRelease(name, fetched.version)
    return fetched
  }
  const entry = { action: 'fetch', target: `${name}@${wanted}`, packages: [name] }
  const { version, outcome } = await audited(context, entry, fetch, (it) => ({ release: `${name}@${it.version}` }))
  print(`${name}@${version} ${outcome === 'published' ? 'is fetched' : 'was already here'}`)
  return version
}
