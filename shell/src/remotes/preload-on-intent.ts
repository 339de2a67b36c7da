import { matchRoutes } from 'react-router-dom'
import { type ModuleName, routeModules } from './route-modules'

const routes = Object.entries(routeModules).map(([path, id]) => ({ path, id }))

/** Module of the page an address leads to, if it is one of ours. */
export function moduleOf(pathname: string): ModuleName | undefined {
  return matchRoutes(routes, pathname)?.at(-1)?.route.id as ModuleName | undefined
}

/** Fetches a page's module when a visitor points at, touches or focuses a link to it. */
export function preloadOnIntent(root: Document, preload: (name: ModuleName) => void): void {
  const handleIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== window.location.origin) return
    const module = moduleOf(link.pathname)
    if (module) preload(module)
  }
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    root.addEventListener(type, handleIntent, { passive: true })
  }
}
