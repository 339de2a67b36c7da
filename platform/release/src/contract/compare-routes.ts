import { nameOf, type Release } from '../manifest/release'

/** Every page needs a route of the host, and every route a page. */
export function comparePages(host: Release, releases: readonly Release[]): string[] {
  const routes = Object.entries(host.routes ?? {}).map(([pattern, module]) => ({ pattern, module }))
  const exposed = new Set(releases.flatMap(({ package: name, exposes }) => exposes.map((it) => moduleName(name, it))))
  const pages = releases.flatMap((release) =>
    release.pages.flatMap(({ path, module, fallback }) => {
      // A fallback is a page at every other address below its folder.
      const paths = fallback ? [path, `${fallback.below}/…`] : [path]
      return paths.map((it) => ({ release, path: it, exposed: module, module: moduleName(release.package, module) }))
    }),
  )
  const [routesOf, pagesOf] = [byModule(routes), byModule(pages)]
  return [
    ...pages.flatMap((page) => {
      if (routesOf.get(page.module)?.some(({ pattern }) => fits(pattern, page.path))) return []
      const other = routes.find(({ pattern }) => fits(pattern, page.path))
      return [routeProblem(host, page, other?.module)]
    }),
    ...sharedPrefixes(host, releases),
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

/** The first part of an address belongs to one package, with all that lies below it. */
function sharedPrefixes(host: Release, releases: readonly Release[]): string[] {
  const owners = new Map<string, string>()
  const problems: string[] = []
  for (const [pattern, module] of Object.entries(host.routes ?? {})) {
    const [prefix, name = ''] = [prefixOf(pattern), module.split('/')[0]]
    const owner = owners.get(prefix) ?? name
    owners.set(prefix, owner)
    if (owner !== name) problems.push(`${nameOf(host)} routes ${pattern} to ${name}, but /${prefix} is ${owner}'s`)
  }
  for (const release of releases) {
    for (const file of Object.keys(release.files).filter((it) => it.startsWith('public/'))) {
      const owner = owners.get(prefixOf(file.slice('public'.length)))
      if (owner === undefined || owner === release.package) continue
      problems.push(
        `${nameOf(release)} has the public file ${file}, but /${prefixOf(file.slice('public'.length))} is ${owner}'s`,
      )
    }
  }
  return problems
}

function prefixOf(path: string): string {
  return path.split('/')[1]?.toLowerCase() ?? ''
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
