import { comparePage, type PageChange } from '@platform/compose/diff/compare-pages'
import { compareReleases, type ReleaseChange } from '@platform/compose/diff/compare-releases'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { differencesOf } from '@platform/compose/settings/site-settings'
import type { SiteStore } from '../store/site-store'
import { readSnapshot } from './read-snapshot'

export type SiteDiff = {
  before: string
  after: string
  /** False is a proof: every page, script, style, file and price is the same. */
  changesForVisitors: boolean
  /** Why the second would be refused as it is; what is live already is not asked. */
  problems: string[]
  releases: ReleaseChange[]
  /** Names of the settings that differ. */
  settings: string[]
  pages: { added: string[]; gone: string[]; changed: PageChange[]; same: number }
}

/**
 * What would be another for visitors, and for the packages among themselves, if one site took the place of the other.
 * @throws Refusal when one of the two does not exist or cannot be rendered
 */
export async function diffSite(
  store: SiteStore,
  [a, b]: readonly [string, string],
  limits: RenderLimits = defaultLimits,
): Promise<SiteDiff> {
  const before = await readSnapshot(store, a, limits)
  const after = await readSnapshot(store, b, limits)
  const releases = await compareReleases(before, after)
  const settings = differencesOf(before.settings, after.settings)
  const changedFiles = new Set(releases.flatMap(addressesOfFiles))
  const addresses = [...before.pages.keys()]
  const shared = addresses.filter((address) => after.pages.has(address))
  const changed = shared.flatMap((address) => comparePage(before, after, address, changedFiles) ?? [])
  const pages = {
    added: [...after.pages.keys()].filter((address) => !before.pages.has(address)),
    gone: addresses.filter((address) => !after.pages.has(address)),
    changed,
    same: shared.length - changed.length,
  }
  const isNoticed = releases.some(({ parts }) => parts.files || parts.data)
  const changesForVisitors =
    isNoticed || settings.length + pages.added.length + pages.gone.length + pages.changed.length > 0
  return { before: a, after: b, changesForVisitors, problems: after.problems, releases, settings, pages }
}

/** `client/courses.js` of catalog → `/assets/catalog/courses.js`, as pages name it when versions are taken out. */
function addressesOfFiles({ package: name, parts }: ReleaseChange): string[] {
  const { added = [], changed = [] } = parts.files ?? {}
  return [...added, ...changed].map((file) => file.replace(/^client\//, `/assets/${name}/`))
}
