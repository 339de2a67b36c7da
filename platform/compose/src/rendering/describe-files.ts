import { assetAddress, integritiesOf, namesForScripts } from '@platform/release/manifest/asset-address'
import { isHost, type Release } from '@platform/release/manifest/release'
import type { RemoteEntry, SiteFiles } from '@site/shared/site-config'

/** Where browsers find the files of packages: those of one page, or of a whole site. Manifests alone say it. */
export function describeFiles(releases: readonly Release[]): SiteFiles {
  const remotes = releases.filter((release) => !isHost(release))
  return {
    shellVersion: releases.find(isHost)?.version ?? '',
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
    // What bears the module's name the shell finds by itself (`pageScripts`).
    return needed.length < 2 && needed[0] === own ? [] : [[module, needed] as const]
  })
  return {
    version: release.version,
    entry,
    integrity: integritiesOf(release).get(entry) ?? '',
    ...(scripts.length > 0 && { scripts: Object.fromEntries(scripts) }),
  }
}

export function scriptsOf(release: Release, module: string): string[] {
  return (release.modules[module]?.scripts ?? []).map((file) => assetAddress(release, file))
}
