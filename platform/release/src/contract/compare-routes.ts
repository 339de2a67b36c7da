import { nameOf, type Release } from '../manifest/release'

/** Every page needs a route of the host, and every route a page. */
export function comparePages(host: Release, releases: readonly Release[]): string[] {
  const routes = Object.entries(host.routes ?? {}).map(([pattern, module]) => ({ pattern, module }))
  const exposed = new Set(releases.flatMap(({ package: name, exposes }) => exposes.map((it) => moduleName(name, it))))
  const pages = releases.flatMap((release) =>
    release.pages.map(({ path, module }) => ({
      release,
      path,
      exposed: module,
      module: moduleName(release.package, module),
    })),
  )
  const [routesOf, pagesOf] = [byModule(routes), byModule(pages)]
  return [
    ...pages.flatMap((page) => {
      if (routesOf.get(page.module)?.some(({ pattern }) => fits(pattern, page.path))) return []
      const other = routes.find(({ pattern }) => fits(pattern, page.path))
      return [routeProblem(host, page, other?.module)]
    }),
    ...routes.flatMap(({ pattern, module }) => {
      if (!exposed.has(module)) return [`${nameOf(host)} routes to ${module}, which no live release exposes`]
      if (pagesOf.get(module)?.some(({ path }) => fits(pattern, path))) return []
      return [
        `${nameOf(host)} routes ${pattern} to ${module}, but no release brings a page there. ` +
          `Add the page to ${module.split('/')[0]}/src/release.ts, or take the route out of the shell.`,
      ]
    }),
  ]
}

type RoutedPage = { release: Release; path: string; exposed: string }

function routeProblem(
  host: Release,
  { release, path, exposed: module }: RoutedPage,
  other: string | undefined,
): string {
  return other
    ? `${nameOf(release)} brings the page ${path} of ${module}, but ${nameOf(host)} routes it to ${other}. Change one of them.`
    : `${nameOf(release)} brings the page ${path} of ${module}, for which ${nameOf(host)} has no route: it would be ` +
        `empty. Activate a shell with the route, or leave the page out.`
}

function byModule<Item extends { module: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(item.module)
    if (group) group.push(item)
    else groups.set(item.module, [item])
  }
  return groups
}

function fits(pattern: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return parts.length === wanted.length && wanted.every((part, index) => part.startsWith(':') || part === parts[index])
}

function moduleName(name: string, module: string): string {
  return name + module.slice(1)
}
