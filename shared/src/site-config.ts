/** One remote of a composition. */
export type RemoteEntry = {
  version: string
  entry: string
  /** Subresource Integrity value of the entry. */
  integrity: string
  /** `./courses-page` → scripts to preload. Only what does not follow from `files` is named. */
  scripts?: Readonly<Record<string, readonly string[]>>
}

export type SiteFiles = {
  shellVersion: string
  remotes: Readonly<Record<string, RemoteEntry>>
  /** Package → file without its hash (`blog-page.js`) → the hash. Scripts read it (`kit/webpack/deterministic-build-plugin.cjs`). */
  files?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * Written into each page as JSON. Names the files of the shell and the page's own remote only: others would change it
 * with their releases.
 */
export type SiteConfig = SiteFiles & {
  /** Without a slash at the end. */
  publicUrl: string
  /** No page of another remote may be shown here. */
  isolated?: true
  /** Ids of the live catalogue, as ranges: `1-27,30`. */
  courses?: string
  /** R185, D-45. */
  apiBase: string
  /** Fake providers: no money moves. */
  sandbox: boolean
  stripePublishableKey?: string
  paypalClientId?: string
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
