import { matchRoutes } from 'react-router-dom'
import { isAlone, type ModuleName, routesNear } from './route-modules'

export function moduleOf(pathname: string): ModuleName | undefined {
  const near = routesNear(pathname).map(([path, id]) => ({ path, id }))
  return matchRoutes(near, pathname)?.at(-1)?.route.id
}

export function preloadOnIntent(root: Document, preload: (name: ModuleName) => void): void {
  const handleIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== window.location.origin) return
    const module = moduleOf(link.pathname)
    if (module && !isAlone(module)) preload(module)
  }
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    root.addEventListener(type, handleIntent, { passive: true })
  }
}
