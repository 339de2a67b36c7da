import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { CHUNK_LOAD_TIMEOUT_MS } from '@site/shared/constants'
import { siteConfig } from '@site/shared/site-config'

/** Runtime plugin: remote entries get 120 s (R12; the runtime's own limit is 20 s) and are checked byte by byte. */
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
  }
}
