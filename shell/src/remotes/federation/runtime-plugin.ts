import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { CHUNK_LOAD_TIMEOUT_MS } from '@site/shared/constants'
import { yieldToMain } from '../../yield-to-main'
import * as providedRuntime from './provided-runtime'

/**
 * Provides the host's runtime to remotes built without one (`experiments.externalRuntime`); the runtime's own
 * `provideExternalRuntime` costs the host 10 kB more. Gives remote entries 120 s (R12; the runtime's limit is 20 s) and
 * their integrity. An entry starts in a task of its own.
 */
export default function runtimePlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'site',
    beforeInit(args) {
      Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: providedRuntime })
      return args
    },
    createScript({ url, remoteInfo }) {
      const script = document.createElement('script')
      script.src = url
      script.async = true
      script.integrity = Object(remoteInfo).integrity
      return { script, timeout: CHUNK_LOAD_TIMEOUT_MS }
    },
    async beforeInitContainer(args) {
      await yieldToMain()
      return args
    },
  }
}
