import type { SiteRoute } from '@site/shared/site-config'
import { findRoute, type ModuleName } from './route-modules'

type FindRoutes = (pathname: string) => Promise<readonly SiteRoute[] | undefined>

export function preloadOnIntent(root: EventTarget, preload: (name: ModuleName) => void, findRoutes: FindRoutes): void {
  const handleIntent = async ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== window.location.origin) return
    const routes = await findRoutes(link.pathname).catch(() => undefined)
    const route = findRoute(routes ?? [], link.pathname)
    if (route && !route.alone) preload(route.module)
  }
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    root.addEventListener(type, handleIntent, { passive: true })
  }
}
