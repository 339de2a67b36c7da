import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  helpers,
  loadScript,
  Module,
  ModuleFederation,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core'

/**
 * Runtime plugin: lends the host's federation runtime to the remotes, whose entries are built
 * without one (`experiments.externalRuntime`). The runtime's own plugin for this
 * (`provideExternalRuntime`) lends the whole namespace, which costs 10 kB more in the host.
 */
export default function runtimeCorePlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'site-runtime-core',
    beforeInit(args) {
      Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: lent })
      return args
    },
  }
}

/** What the entries of `@module-federation/enhanced` 2.9.2 take from the runtime; see `federation.test.ts`. */
export const lent = {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  helpers,
  loadScript,
  Module,
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
}
