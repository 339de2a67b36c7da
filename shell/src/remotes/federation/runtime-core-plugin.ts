import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime-core'
import * as providedRuntime from './provided-runtime'

/**
 * Runtime plugin: provides the host's federation runtime to the remotes, whose entries are built
 * without one (`experiments.externalRuntime`). The runtime's own plugin for this
 * (`provideExternalRuntime`) provides the whole namespace, which costs 10 kB more in the host.
 */
export default function runtimeCorePlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'site-runtime-core',
    beforeInit(args) {
      Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: providedRuntime })
      return args
    },
  }
}
