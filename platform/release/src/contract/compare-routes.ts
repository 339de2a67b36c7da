import { nameOf } from '../manifest/name-of'
import type { Release } from '../manifest/release'

/** Both ways: every page has a route in the host that leads to its module, and every route has a page. */
export function comparePages(host: Release, releases: readonly Release[]): string[] {
  const routes = Object.entries(host.routes ?? {})
  const exposed = new Set(releases.flatMap(({ package: name, exposes }) => exposes.map((it) => moduleName(name, it))))
  const pages = releases.flatMap((release) => release.pages.map((page) => ({ release, ...page })))
  return [
    ...pages.flatMap(({ release, path, module }) => routeProblem(host, release, path, module)),
    ...routes.flatMap(([pattern, module]) => {
      if (!exposed.has(module)) return [`${nameOf(host)} routes to ${module}, which no live release exposes`]
      const isRendered = pages.some(
        (it) => moduleName(it.release.package, it.module) === module && fits(pattern, it.path),
      )
      if (isRendered) return []
      return [
        `${nameOf(host)} routes ${pattern} to ${module}, but no release brings a page there. ` +
          `Add the page to ${module.split('/')[0]}/src/release.ts, or take the route out of the shell.`,
      ]
    }),
  ]
}

function routeProblem(host: Release, release: Release, path: string, module: string): string[] {
  const name = moduleName(release.package, module)
  const found = Object.entries(host.routes ?? {}).filter(([pattern]) => fits(pattern, path))
  if (found.some(([, routed]) => routed === name)) return []
  const [, other] = found[0] ?? []
  return [
    other
      ? `${nameOf(release)} brings the page ${path} of ${module}, but ${nameOf(host)} routes it to ${other}. Change one of them.`
      : `${nameOf(release)} brings the page ${path} of ${module}, for which ${nameOf(host)} has no route: it would be ` +
        `empty. Activate a shell with the route, or leave the page out.`,
  ]
}

/** Whether a path is one of a pattern such as `/blog/:id`. */
function fits(pattern: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return parts.length === wanted.length && wanted.every((part, index) => part.startsWith(':') || part === parts[index])
}

/** `catalog`, `./courses-page` → `catalog/courses-page`. */
function moduleName(name: string, module: string): string {
  return name + module.slice(1)
}
