import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { base64Digest } from '@platform/base/durable/digest'
import { assetAddress, integritiesOf, namesForScripts } from '@platform/release/manifest/asset-address'
import type { Release } from '@platform/release/manifest/release'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { RemoteEntry, SiteConfig } from '@site/shared/site-config'
import type { RenderJob, RenderWork, ServerBundle } from './render-job'

export type RenderSettings = Omit<SiteConfig, 'shellVersion' | 'remotes' | 'files'>

/** A page of a release with the place of each of its documents among the jobs. */
export type PlannedPage = {
  release: Release
  page: Release['pages'][number]
  job: number
  variants: Map<string, number>
}

export type RenderPlan = { work: RenderWork; pages: PlannedPage[] }

/** Gathers what each document of the site needs: its code, its styles and the scripts it will ask for. */
export async function planRendering(
  host: VerifiedRelease,
  remotes: readonly VerifiedRelease[],
  settings: RenderSettings,
): Promise<RenderPlan> {
  const entries = await Promise.all(remotes.map(async (it) => [it.release.package, await describeRemote(it)] as const))
  const modules = remotes.flatMap((it) => it.release.exposes.map((module) => readBundle(it, module.slice(2))))
  const jobs: RenderJob[] = []
  const pages: PlannedPage[] = []
  for (const { release, folder } of [host, ...remotes]) {
    for (const page of release.pages) {
      const job = await describeJob(host, { release, folder }, page)
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
    config: {
      ...settings,
      shellVersion: host.release.version,
      remotes: Object.fromEntries(entries),
      files: Object.fromEntries([host, ...remotes].map((it) => [it.release.package, namesForScripts(it.release)])),
    },
  }
  return { work, pages }
}

type Built = Pick<VerifiedRelease, 'release' | 'folder'>

async function describeJob(host: Built, owner: Built, page: Release['pages'][number]): Promise<RenderJob> {
  const ownEntry = owner.release.kind === 'remote' ? [assetAddress(owner.release, owner.release.entry)] : []
  const styles = [
    ...(await stylesOf(host, '.')),
    ...(owner.release.kind === 'remote' ? await stylesOf(owner, '.') : []),
    ...(await stylesOf(owner, page.module)),
  ]
  const startScripts = ['.', './bootstrap'].flatMap((module) => assetsOf(host.release, module, 'scripts'))
  const preloadScripts = [...ownEntry, ...assetsOf(owner.release, page.module, 'scripts')]
  return {
    module: owner.release.package + page.module.slice(1),
    url: page.path,
    styles: [...new Map(styles.map((style) => [style.href, style])).values()],
    startScripts,
    preloadScripts,
    integrity: describeIntegrity(
      [host, owner],
      [...startScripts, ...preloadScripts, ...styles.map(({ href }) => href)],
    ),
    ...(page.isolated && { onlyPackages: [host.release.package, owner.release.package] }),
    noindex: page.noindex ?? false,
    structuredData: page.structuredData ?? [],
  }
}

function describeIntegrity(owners: readonly Built[], addresses: readonly string[]): Record<string, string> {
  const all = new Map(owners.flatMap(({ release }) => [...integritiesOf(release)]))
  return Object.fromEntries(addresses.map((address) => [address, all.get(address) ?? '']))
}

function describeVariant(job: RenderJob, { path: pagePath, variants }: Release['pages'][number], value: string) {
  const structuredData = variants?.structuredData?.[value] ?? job.structuredData
  return { ...job, url: `${pagePath}?${variants?.parameter}=${encodeURIComponent(value)}`, structuredData }
}

async function describeRemote({ release, folder }: Built): Promise<RemoteEntry> {
  const entry = await readFile(path.join(folder, 'client', release.entry))
  const entryUrl = assetAddress(release, release.entry)
  const scripts = release.exposes.map(
    (module) => [module, assetsOf(release, module, 'scripts').filter((url) => url !== entryUrl)] as const,
  )
  return {
    version: release.version,
    entry: entryUrl,
    integrity: base64Digest('sha256', entry),
    scripts: Object.fromEntries(scripts),
  }
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

function assetsOf(release: Release, module: string, kind: 'scripts' | 'styles'): string[] {
  return (release.modules[module]?.[kind] ?? []).map((file) => assetAddress(release, file))
}
