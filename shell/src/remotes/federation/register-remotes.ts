import { registerRemotes as register } from '@module-federation/enhanced/runtime'
import type { RemoteEntry } from '@site/shared/site-config'

export function registerRemotes(remotes: readonly (readonly [name: string, entry: RemoteEntry])[]): void {
  register(
    remotes.map(([name, { entry, integrity }]) => ({ name, entry, integrity, type: 'global', entryGlobalName: name })),
  )
}
