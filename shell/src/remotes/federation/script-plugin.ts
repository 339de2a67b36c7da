import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { CHUNK_LOAD_TIMEOUT_MS } from '@site/shared/constants'
import { yieldToMain } from '../../yield-to-main'

/**
 * Runtime plugin: remote entries get 120 s (R12; the runtime's own limit is 20 s) and are checked byte by byte, by what was
 * registered with them. What an entry starts is a task of its own, after that in which its script ran.
 */
export default function scriptPlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'site-script',
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
