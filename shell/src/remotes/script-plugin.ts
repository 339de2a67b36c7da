import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { CHUNK_LOAD_TIMEOUT_MS } from '@site/shared/constants'
import { siteConfig } from '@site/shared/site-config'
import { yieldToMain } from '../yield-to-main'

/**
 * Runtime plugin: remote entries get 120 s (R12; the runtime's own limit is 20 s) and are checked byte by byte. What an
 * entry starts is a task of its own, after that in which its script ran.
 */
export default function scriptPlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'site-script',
    createScript({ url }) {
      const script = document.createElement('script')
      script.src = url
      script.async = true
      const { pathname } = new URL(url, window.location.origin)
      const entry = Object.values(siteConfig().remotes).find((remote) => remote.entry === pathname)
      if (entry) script.integrity = entry.integrity
      return { script, timeout: CHUNK_LOAD_TIMEOUT_MS }
    },
    async beforeInitContainer(args) {
      await yieldToMain()
      return args
    },
  }
}
