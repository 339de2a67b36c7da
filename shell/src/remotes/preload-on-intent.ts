import { routesNear, type SiteRoute } from '@site/shared/site-config'
import { matchRoutes } from 'react-router-dom'
import type { PageModules } from './federated-page'

type FindRoutes = (pathname: string) => Promise<readonly SiteRoute[] | undefined>

export function preloadOnIntent(root: EventTarget, modules: PageModules, findRoutes: FindRoutes): void {
  const handleIntent = async ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== window.location.origin) return
    const routes = await findRoutes(link.pathname).catch(() => undefined)
    const route = findRoute(routes ?? [], link.pathname)
    if (route && !route.alone) modules.stateOf(route.module).preload()
  }
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    root.addEventListener(type, handleIntent, { passive: true })
  }
}

function findRoute(routes: readonly SiteRoute[], pathname: string): SiteRoute | undefined {
  const near = routesNear(routes, pathname)
  const found = matchRoutes(
    near.map(({ path }) => ({ path, id: path })),
    pathname,
  )
  return near.find(({ path }) => path === found?.at(-1)?.route.id)
}
