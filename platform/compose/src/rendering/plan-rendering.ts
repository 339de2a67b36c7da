import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { priceListOf } from '@platform/release/contract/check-data'
import { assetAddress, integritiesOf, namesForScripts } from '@platform/release/manifest/asset-address'
import { isHost, type Release } from '@platform/release/manifest/release'
import { menuOf, routesOf } from '@platform/release/manifest/site-map'
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

type RenderPlan = { work: RenderWork; pages: PlannedPage[]; files: SiteFiles; menu: SiteConfig['menu'] }

export async function planRendering(
  host: VerifiedRelease,
  remotes: readonly VerifiedRelease[],
  settings: RenderSettings,
): Promise<RenderPlan> {
  const modules = remotes.flatMap((it) => it.release.exposes.map((module) => readBundle(it, module.slice(2))))
  const jobs: RenderJob[] = []
  const pages: PlannedPage[] = []
  const releases = [host, ...remotes].map(({ release }) => release)
  const courses = describeCourses(releases)
  const menu = menuOf(releases)
  const frames = await describeFrames(host, [host, ...remotes], { ...settings, menu, ...(courses && { courses }) })
  for (const { release } of [host, ...remotes]) {
    for (const page of release.pages) {
      const frame = frames.get(nameOfFrame(release, page))
      if (!frame) throw new Error(`${page.path} is not planned`)
      const { path: url, noindex = false, structuredData = NONE } = page
      const job: RenderJob = { ...frame, url, noindex, structuredData }
      const values = page.variants?.values ?? []
      const first = jobs.push(job)
      jobs.push(...values.map((value) => describeVariant(job, page, value)))
      pages.push({
        release,
        page,
        job: first - 1,
        variants: new Map(values.map((value, index) => [value, first + index])),
      })
    }
  }
  const work: RenderWork = {
    host: await readBundle(host, 'index'),
    modules: await Promise.all(modules),
    jobs,
  }
  return { work, pages, files: describeFiles(releases), menu }
}

type PageSettings = RenderSettings & Pick<SiteConfig, 'courses' | 'menu'>
type Built = Pick<VerifiedRelease, 'release' | 'folder'>
type Page = Release['pages'][number]
type Frame = Pick<RenderJob, 'module' | 'styles' | 'startScripts' | 'preloadScripts' | 'integrity' | 'config'>

const NONE: RenderJob['structuredData'] = []

/**
 * Describes pages by the host, their own package, the menu and the ids of the courses, so that another release changes
 * them only when it adds or removes one of these.
 */
async function describeFrames(
  host: Built,
  owners: readonly Built[],
  settings: PageSettings,
): Promise<Map<string, Frame>> {
  const frames = new Map<string, Promise<Frame>>()
  const ofHost = stylesOf(host, '.')
  for (const owner of owners) {
    for (const page of owner.release.pages) {
      const name = nameOfFrame(owner.release, page)
      if (!frames.has(name)) frames.set(name, describeFrame({ host, ofHost, owner }, page, settings))
    }
  }
  return new Map(await Promise.all([...frames].map(async ([name, frame]) => [name, await frame] as const)))
}

function nameOfFrame({ package: name }: Release, { module, isolated, path: url }: Page): string {
  return `${name} ${module} ${isolated ?? false} ${firstPart(url)}`
}

type Owned = { host: Built; ofHost: ReturnType<typeof stylesOf>; owner: Built }

async function describeFrame(
  { host, ofHost, owner }: Owned,
  { module, isolated, path: url }: Page,
  settings: PageSettings,
): Promise<Frame> {
  const isOfRemote = owner.release.kind === 'remote'
  const ownEntry = isOfRemote ? [assetAddress(owner.release, owner.release.entry)] : []
  const styles = [
    ...(await ofHost),
    ...(isOfRemote ? await stylesOf(owner, '.') : []),
    ...(await stylesOf(owner, module)),
  ]
  const startScripts = ['.', './bootstrap'].flatMap((it) => scriptsOf(host.release, it))
  const preloadScripts = [...ownEntry, ...scriptsOf(owner.release, module)]
  const files = describeFiles([host.release, ...(isOfRemote ? [owner.release] : [])])
  return {
    module: owner.release.package + module.slice(1),
    styles: [...new Map(styles.map((style) => [style.href, style])).values()],
    startScripts,
    preloadScripts,
    integrity: describeIntegrity(
      [host, owner],
      [...startScripts, ...preloadScripts, ...styles.map(({ href }) => href)],
    ),
    config: {
      ...settings,
      ...files,
      routes: routesNear(files.routes, url),
      ...(isolated && { isolated: true }),
    },
  }
}

function describeIntegrity(owners: readonly Built[], addresses: readonly string[]): Record<string, string> {
  const all = new Map(owners.flatMap(({ release }) => [...integritiesOf(release)]))
  return Object.fromEntries(addresses.map((address) => [address, all.get(address) ?? '']))
}

function describeVariant(job: RenderJob, { path: pagePath, variants }: Page, value: string) {
  const own = new Map(Object.entries(variants?.structuredData ?? {}))
  const url = variantAddress(pagePath, variants?.parameter ?? '', value)
  return { ...job, url, structuredData: own.get(value) ?? job.structuredData }
}

async function readBundle({ release, folder }: Built, name: string): Promise<ServerBundle> {
  const file = `server/${name}.cjs`
  const code = await readFile(path.join(folder, file), 'utf8')
  const filename = `${release.package}@${release.version}/${file}`
  return { package: release.package, module: `${release.package}/${name}`, filename, code }
}

function stylesOf({ release, folder }: Built, module: string) {
  const files = release.modules[module]?.styles ?? []
  return Promise.all(
    files.map(async (file) => ({
      href: assetAddress(release, file),
      css: await readFile(path.join(folder, 'client', file), 'utf8'),
    })),
  )
}

/** Ranges of the ids that the composition sells: `1-27,30`. */
export function describeCourses(releases: readonly Release[]): string {
  const ids = releases.flatMap((release) => priceListOf(release)?.courses.map(({ id }) => id) ?? [])
  const ranges: [number, number][] = []
  for (const id of ids.sort((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range && id <= range[1] + 1) range[1] = id
    else ranges.push([id, id])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join()
}

export function describeFiles(releases: readonly Release[]): SiteFiles {
  const remotes = releases.filter((release) => !isHost(release))
  return {
    shellVersion: releases.find(isHost)?.version ?? '',
    routes: routesOf(releases),
    remotes: Object.fromEntries(remotes.map((release) => [release.package, describeRemote(release)])),
    files: Object.fromEntries(releases.map((release) => [release.package, namesForScripts(release)])),
  }
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
