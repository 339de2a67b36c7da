import { groupBy, memoize } from '@platform/base/collections/collections'
import type { MenuEntry, SiteBlock, SiteRoute, WrittenMenu } from '@site/shared/site-config'
import type { Release } from './release'

/** Pages of one module directly below one folder share the route `folder/:id`. */
export function routesOf(releases: readonly Release[]): SiteRoute[] {
  const live = blocksOf(releases)
  return releases.flatMap(({ package: name, pages }) => {
    const groups = groupBy(pages, groupOf)
    // One route may stand for several pages.
    const placedBy = memoize((module: string) =>
      pages.filter((page) => page.module === module).flatMap(({ blocks = [] }) => blocks),
    )
    const routes = pages.flatMap((page): SiteRoute[] => {
      const module = name + page.module.slice(1)
      const isAlone = page.isolated || page.embedded
      const placed = placedBy(page.module)
      const blocks = [...new Set(placed.map((it) => it.name))].flatMap((it) => live.get(it)?.described ?? [])
      const route = { module, ...(isAlone && { alone: true as const }), ...(placed.length > 0 && { blocks }) }
      const folder = folderOf(page.path)
      const isShared = folder !== '' && (groups.get(groupOf(page))?.length ?? 0) > 1
      const folders = new Set([...(isShared ? [folder] : []), ...(page.fallback ? [page.fallback.below] : [])])
      const patterns = [...folders].map((it) => `${it}/:id`)
      const paths = folders.has(folder) ? patterns : [page.path, ...patterns]
      return paths.map((path) => ({ path, ...route }))
    })
    return [...new Map(routes.map((route) => [`${route.path} ${route.module}`, route])).values()]
  })
}

function groupOf({ module, path }: Release['pages'][number]): string {
  return `${module} ${folderOf(path)}`
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

type LiveBlock = { release: Release; block: NonNullable<Release['blocks']>[number]; described: SiteBlock }

export function blocksOf(releases: readonly Release[]): Map<string, LiveBlock> {
  const all = releases.flatMap((release) =>
    (release.blocks ?? []).map((block): [string, LiveBlock] => {
      const name = release.package + block.module.slice(1)
      return [name, { release, block, described: { name, ...(block.isStatic && { isStatic: true }) } }]
    }),
  )
  return new Map(all)
}

/** Puts each entry behind the one it names; without that, at the end. */
export function menuOf(releases: readonly Release[]): MenuEntry[] {
  const entries = releases.flatMap(({ menu = [] }) => menu)
  const placed = entries.filter(({ after }) => after === undefined)
  const waiting = new Set(entries.filter(({ after }) => after !== undefined))
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    for (const entry of waiting) {
      const place = placed.findIndex(({ label }) => label === entry.after)
      if (place < 0) continue
      placed.splice(place + 1, 0, entry)
      waiting.delete(entry)
      isMoving = true
    }
  }
  return [...placed, ...waiting].map(({ menu: _, after: __, ...entry }) => entry)
}

export function writeMenu(menu: readonly MenuEntry[]): WrittenMenu {
  return menu.map((entry) => [entry.label, 'to' in entry ? entry.to : writeMenu(entry.links)])
}
