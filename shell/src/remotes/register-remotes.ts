import { registerRemotes as register } from '@module-federation/enhanced/runtime'
import type { SiteFiles } from '@site/shared/site-config'

/**
 * Tells the federation runtime where the composition of the page keeps these remotes.
 * @throws Error when an entry does not lie on this origin
 */
export function registerRemotes(remotes: SiteFiles['remotes']): void {
  register(
    Object.entries(remotes).map(([name, { entry, integrity }]) => {
      const url = new URL(entry, window.location.origin)
      if (url.origin !== window.location.origin) throw new Error(`The entry of ${name} is not on this origin: ${entry}`)
      return { name, entry: url.pathname, integrity, type: 'global' as const, entryGlobalName: name }
    }),
  )
}
