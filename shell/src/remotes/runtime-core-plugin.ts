import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime-core'
import * as lentRuntime from './lent-runtime'

/**
 * Runtime plugin: lends the host's federation runtime to the remotes, whose entries are built
 * without one (`experiments.externalRuntime`). The runtime's own plugin for this
 * (`provideExternalRuntime`) lends the whole namespace, which costs 10 kB more in the host.
 */
export default function runtimeCorePlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'site-runtime-core',
    beforeInit(args) {
      Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: lentRuntime })
      return args
    },
  }
}
