import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime-core'
import * as providedRuntime from './provided-runtime'

/**
 * Provides the host's runtime to remotes built without one (`experiments.externalRuntime`). The runtime's own
 * `provideExternalRuntime` costs the host 10 kB more.
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
