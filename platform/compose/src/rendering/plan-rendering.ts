import { memoize } from '@platform/base/collections/collections'
import { priceListOf } from '@platform/release/contract/check-data'
import { assetAddress, integritiesOf, namesForScripts } from '@platform/release/manifest/asset-address'
import { isHost, type Release } from '@platform/release/manifest/release'
import { readReleaseFileNow } from '@platform/release/manifest/release-file'
import { blocksOf, menuOf, routesOf, writeMenu } from '@platform/release/manifest/site-map'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { firstPart, type RemoteEntry, routesNear, type SiteConfig, type SiteFiles } from '@site/shared/site-config'
import { variantAddress } from '../answers/find-answer'
import type { RenderJob, RenderWork, ServerBundle } from './rendering-steps'

type RenderSettings = Omit<SiteConfig, keyof SiteFiles | 'isolated' | 'courses' | 'menu'>

export type PlannedPage = {
  release: Release
  page: Release['pages'][number]
  job: number
  variants: Map<string, number>
}

/** Returns the page of each job, in the order of the jobs. */
export function pagesByJob(pages: readonly PlannedPage[]): PlannedPage[] {
  return pages.flatMap((page) => [page, ...[...page.variants].map(() => page)])
}

/** Reads synchronously: awaiting hundreds of small files takes longer. */
export function planRendering(host: VerifiedRelease, remotes: readonly VerifiedRelease[], settings: RenderSettings) {
  const jobs: RenderJob[] = []
  const pages: PlannedPage[] = []
  const all = [host, ...remotes]
  const releases = all.map(({ release }) => release)
  const courses = describeCourses(releases)
  const menu = writeMenu(menuOf(releases))
  const site = {
    host,
    releases: all,
    routes: routesOf(releases),
    ofHost: stylesOf(host, '.'),
    liveBlocks: blocksOf(releases),
    integrities: memoize(integritiesOf),
  }
  const common = { ...settings, menu, ...(courses && { courses }) }
  const frames = new Map<string, Frame>()
  for (const owner of all) {
    const { release } = owner
    for (const page of release.pages) {
      const { module, isolated, path: url, blocks, noindex = false, structuredData = NONE } = page
      const name = JSON.stringify([release.package, module, isolated, firstPart(url), blocks])
      const frame = frames.get(name) ?? describeFrame({ ...site, owner }, page, common)
      frames.set(name, frame)
      const job: RenderJob = { ...frame, url, noindex, structuredData, ...(blocks && { blocks }) }
      const values = page.variants?.values ?? []
      const first = jobs.push(job)
      jobs.push(...values.map((value) => describeVariant(job, page, value)))
      const variants = new Map(values.map((value, index) => [value, first + index]))
      pages.push({ release, page, job: first - 1, variants })
    }
  }
  const work: RenderWork = {
    host: readBundle(host, 'index'),
    modules: remotes.flatMap((it) => bundlesOf(it, it.release.pages)),
    blocks: remotes.flatMap((it) => bundlesOf(it, it.release.blocks ?? [])),
    jobs,
  }
  return { work, pages, files: describeFiles(releases, site.routes), menu }
}

type PageSettings = RenderSettings & Pick<SiteConfig, 'courses' | 'menu'>
type Built = Pick<VerifiedRelease, 'release' | 'folder'>
type Page = Release['pages'][number]
type Frame = Pick<RenderJob, 'module' | 'styles' | 'startScripts' | 'preloadScripts' | 'integrity' | 'config'>

const NONE: RenderJob['structuredData'] = []

type Owned = {
  host: Built
  releases: readonly Built[]
  routes: SiteFiles['routes']
  ofHost: RenderJob['styles']
  liveBlocks: ReturnType<typeof blocksOf>
  integrities: typeof integritiesOf
  owner: Built
}

/**
 * Describes pages by host, own package, blocks, menu and the ids of the courses, so that another release changes them
 * only by these.
 */
function describeFrame(
  { host, releases, routes, ofHost, liveBlocks, integrities, owner }: Owned,
  { module, isolated, path: url, blocks = [] }: Page,
  settings: PageSettings,
): Frame {
  const isOfRemote = owner.release.kind === 'remote'
  const ownEntry = isOfRemote ? [assetAddress(owner.release, owner.release.entry)] : []
  const placed = blocks.flatMap(({ name }) => {
    const [found, block] = [releases.find(({ release }) => blocksOf([release]).has(name)), liveBlocks.get(name)?.block]
    return found && block ? [{ ...block, ...found }] : []
  })
  const running = placed.filter(({ isStatic }) => !isStatic)
  const styles = [
    ...ofHost,
    ...(isOfRemote ? stylesOf(owner, '.') : []),
    ...stylesOf(owner, module),
    ...placed.flatMap((it) => [...stylesOf(it, '.'), ...stylesOf(it, it.module)]),
  ]
  const startScripts = ['.', './bootstrap'].flatMap((it) => scriptsOf(host.release, it))
  const preloadScripts = [
    ...ownEntry,
    ...scriptsOf(owner.release, module),
    ...running.flatMap(({ release, module }) => [assetAddress(release, release.entry), ...scriptsOf(release, module)]),
  ]
  const shown = [host, ...(isOfRemote ? [owner] : []), ...running].map(({ release }) => release)
  return {
    module: owner.release.package + module.slice(1),
    styles: [...new Map(styles.map((style) => [style.href, style])).values()],
    startScripts,
    preloadScripts: [...new Set(preloadScripts)],
    integrity: describeIntegrity(
      [host, owner, ...placed].map(({ release }) => integrities(release)),
      [...startScripts, ...preloadScripts, ...styles.map(({ href }) => href)],
    ),
    config: {
      ...settings,
      ...describeFiles([...new Set(shown)], routesNear(routes, url)),
      ...(isolated && { isolated: true }),
    },
  }
}

function describeIntegrity(owners: readonly ReadonlyMap<string, string>[], addresses: readonly string[]) {
  const find = (address: string) => owners.find((it) => it.has(address))?.get(address) ?? ''
  return Object.fromEntries(addresses.map((address) => [address, find(address)]))
}

function describeVariant(job: RenderJob, { path: pagePath, variants }: Page, value: string) {
  const own = new Map(Object.entries(variants?.structuredData ?? {}))
  const url = variantAddress(pagePath, variants?.parameter ?? '', value)
  return { ...job, url, structuredData: own.get(value) ?? job.structuredData }
}

function bundlesOf(built: Built, parts: readonly { module: string }[]): ServerBundle[] {
  return [...new Set(parts.map(({ module }) => module.slice(2)))].sort().map((name) => readBundle(built, name))
}

function readBundle({ release, folder }: Built, name: string): ServerBundle {
  const file = `server/${name}.cjs`
  const code = readReleaseFileNow(folder, file, release.files[file]).toString()
  const filename = `${release.package}@${release.version}/${file}`
  return { package: release.package, module: `${release.package}/${name}`, filename, code }
}

function stylesOf({ release, folder }: Built, module: string) {
  const files = release.modules[module]?.styles ?? []
  return files.map((file) => ({
    href: assetAddress(release, file),
    css: readReleaseFileNow(folder, `client/${file}`, release.files[`client/${file}`]).toString(),
  }))
}

/** Ranges of the ids that the composition sells: `1-27,30`. */
function describeCourses(releases: readonly Release[]): string {
  const ids = releases.flatMap((release) => priceListOf(release)?.courses.map(({ id }) => id) ?? [])
  const ranges: [number, number][] = []
  for (const id of ids.sort((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range && id <= range[1] + 1) range[1] = id
    else ranges.push([id, id])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join()
}

function describeFiles(releases: readonly Release[], routes: SiteFiles['routes']): SiteFiles {
  const remotes = releases.filter((release) => !isHost(release))
  return {
    shellVersion: releases.find(isHost)?.version ?? '',
    routes,
    remotes: Object.fromEntries(remotes.map((release) => [release.package, describeRemote(release)])),
    files: Object.fromEntries(releases.map((release) => [release.package, describeNames(release)])),
  }
}

/** Without those of embedded pages, which no script opens. */
function describeNames(release: Release): Record<string, string> {
  const embedded = release.pages.flatMap(({ embedded, module }) => (embedded ? [release.modules[module]] : []))
  const files = new Set(embedded.flatMap((it) => [...(it?.scripts ?? []), ...(it?.styles ?? [])]))
  const names = Object.entries(namesForScripts(release))
  return Object.fromEntries(names.filter(([name, hash]) => !files.has(name.replace(/(?=\.\w+$)/, `.${hash}`))))
}

function describeRemote(release: Release): RemoteEntry {
  const entry = assetAddress(release, release.entry)
  const names = namesForScripts(release)
  const scripts = release.exposes.flatMap((module) => {
    const needed = scriptsOf(release, module).filter((address) => address !== entry)
    const name = module.slice(2)
    const hash = names[`${name}.js`]
    const own = hash && assetAddress(release, `${name}.${hash}.js`)
    // The shell derives a script with the module's name itself (`pageScripts`).
    return needed.length < 2 && needed[0] === own ? [] : [[module, needed] as const]
  })
  return {
    version: release.version,
    entry,
    integrity: integritiesOf(release).get(entry) ?? '',
    ...(scripts.length > 0 && { scripts: Object.fromEntries(scripts) }),
  }
}

function scriptsOf(release: Release, module: string): string[] {
  return (release.modules[module]?.scripts ?? []).map((file) => assetAddress(release, file))
}
