import { firstPart } from '@site/shared/site-config'
import { nameOf, type Release } from '../manifest/release'
import { blocksOf } from '../manifest/site-map'
import { schemaMisfits } from './calls/schema-fits'

/** The first part of an address belongs to one package, with all that lies below it. */
export function sharedPrefixes(releases: readonly Release[]): string[] {
  const owners = new Map<string, Release>()
  const problems: string[] = []
  const claim = (release: Release, path: string, what: string) => {
    const owner = owners.get(firstPart(path)) ?? release
    owners.set(firstPart(path), owner)
    if (owner !== release)
      problems.push(`${nameOf(release)} has ${what}, but /${firstPart(path)} is ${nameOf(owner)}'s`)
  }
  for (const release of releases) {
    for (const { path, fallback } of release.pages) {
      claim(release, path, `the page ${path}`)
      if (!fallback) continue
      if (fallback.below === '/') problems.push(`${nameOf(release)} has a fallback for every address of the site`)
      else claim(release, fallback.below, `the fallback of ${fallback.below}`)
    }
  }
  for (const release of releases) {
    for (const file of Object.keys(release.files).filter((it) => it.startsWith('public/'))) {
      const path = file.slice('public'.length)
      if (owners.has(firstPart(path))) claim(release, path, `the public file ${file}`)
    }
  }
  return problems
}

export function menuClashes(releases: readonly Release[]): string[] {
  const owners = new Map<string, Release>()
  return releases.flatMap((release) =>
    (release.menu ?? []).flatMap(({ menu, label }) => {
      const owner = owners.get(`${menu} ${label}`)
      owners.set(`${menu} ${label}`, owner ?? release)
      return owner ? [`"${label}" in the menu ${menu} is taken by ${nameOf(owner)} and by ${nameOf(release)}`] : []
    }),
  )
}

export function compareBlocks(releases: readonly Release[]): string[] {
  const live = blocksOf(releases)
  return releases.flatMap((release) =>
    release.pages.flatMap(({ path, blocks = [], isolated }) =>
      blocks.flatMap(({ name, props }) => {
        if (isolated) return [`${nameOf(release)} places ${name} on ${path}, which lets in no other package`]
        const found = live.get(name)
        const fields = Object.entries(props).map(([field, value]) => [field, { const: value }])
        const given = {
          type: 'object',
          properties: Object.fromEntries(fields),
          required: Object.keys(props),
          additionalProperties: false,
        }
        return schemaMisfits(given, found?.block.props ?? {}).map(
          (misfit) =>
            `${nameOf(release)} places ${name} on ${path} with the prop ${misfit.path} that ${misfit.reason}, ` +
            `as ${found && nameOf(found.release)} has it`,
        )
      }),
    ),
  )
}
