import type { CompanyFacts } from './company-facts'

export type RemoteEntry = {
  version: string
  entry: string
  /** Subresource Integrity value of the entry. */
  integrity: string
  /** `./courses-page` → scripts to preload. Only what does not follow from `files` is named. */
  scripts?: Readonly<Record<string, readonly string[]>>
}

export type SiteRoute = {
  /** `/blog/:id` */
  path: string
  module: string
  /** Opens as a document of its own, without the scripts of pages before. */
  alone?: true
  /** Without those that no live release has. */
  blocks?: readonly SiteBlock[]
}

/** `name`: `catalog/popular-courses` */
export type SiteBlock = { name: string; isStatic?: true }

export type MenuLink = { label: string; to: string }
export type MenuGroup = { label: string; links: readonly MenuLink[] }
export type MenuEntry = MenuLink | MenuGroup
/** The menu in few bytes: labels, each with its address or its links. */
export type WrittenMenu = readonly (readonly [label: string, to: string | WrittenMenu])[]

export type SiteFiles = {
  shellVersion: string
  /** In a page: those near its address. */
  routes: readonly SiteRoute[]
  remotes: Readonly<Record<string, RemoteEntry>>
  /** Package → file without its hash (`blog-page.js`) → the hash. Scripts read it (`kit/webpack/deterministic-build-plugin.cjs`). */
  files?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Written into each page as JSON. Names files of the shell, of the page's own remote and of its blocks alone. */
export type SiteConfig = SiteFiles & {
  /** Without a slash at the end. */
  publicUrl: string
  menu: WrittenMenu
  /** No page of another remote may be shown here. */
  isolated?: true
  company?: CompanyFacts
  /** Ids of the live catalogue, as ranges: `1-27,30`. */
  courses?: string
  /** R185, D-45. */
  apiBase: string
  /** Fake providers: no money moves. */
  sandbox: boolean
  stripePublishableKey?: string
  paypalClientId?: string
}

/** Routes with the same first part (P10); all if none has it. */
export function routesNear(routes: readonly SiteRoute[], pathname: string): readonly SiteRoute[] {
  const near = routes.filter(({ path }) => firstPart(path) === firstPart(pathname))
  return near.length > 0 ? near : routes
}

export function firstPart(path: string): string {
  return path.split('/')[1]?.toLowerCase() ?? ''
}

export const SITE_CONFIG_ID = 'site-config'

let parsed: SiteConfig | undefined

/** Browser only; throws when the page carries none. */
export function siteConfig(): SiteConfig {
  parsed ??= readSiteConfig()
  return parsed
}

function readSiteConfig(): SiteConfig {
  const json = document.getElementById(SITE_CONFIG_ID)?.textContent
  if (!json) throw new Error(`The page has no element #${SITE_CONFIG_ID}`)
  return JSON.parse(json)
}
