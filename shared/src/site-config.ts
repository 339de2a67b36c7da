/** One remote of a composition, as pages and {@link SiteFiles} name it. */
export type RemoteEntry = {
  version: string
  /** Path on this origin. */
  entry: string
  /** Subresource Integrity value of the entry. */
  integrity: string
  /**
   * Exposed module (`./courses-page`) → addresses of the scripts it needs besides the entry, to preload them. Only what
   * does not follow from `files` is named: most modules have one script of their own name.
   */
  scripts?: Readonly<Record<string, readonly string[]>>
}

/** Where the files of packages are. */
export type SiteFiles = {
  /** Release of the shell. */
  shellVersion: string
  remotes: Readonly<Record<string, RemoteEntry>>
  /**
   * Package → file that its scripts ask for, without the hash (`blog-page.js`) → the hash in its name. Read by the
   * scripts of a release (`scripts/webpack/lasting-bytes-plugin.cjs`); part of what a release promises.
   */
  files?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * What the origin writes into each page as JSON for the browser. Of files a page names those of the shell and of the remote
 * whose page it is, and no others: it would change with the releases of other packages.
 */
export type SiteConfig = SiteFiles & {
  /** Scheme and host visitors know the site by, without a slash at the end. */
  publicUrl: string
  /** True where no page of another remote may be shown: each of those is a document of its own too. */
  isolated?: true
  /** Base address of the payment calls (R185, D-45). */
  apiBase: string
  /** True while fake providers are in use and no money moves. */
  sandbox: boolean
  /** The card provider's public key; the sandbox does without. */
  stripePublishableKey?: string
  /** The wallet provider's public identifier; the sandbox does without. */
  paypalClientId?: string
}

export const SITE_CONFIG_ID = 'site-config'

let parsed: SiteConfig | undefined

/**
 * The configuration of the page being viewed; browser only.
 * @throws Error when the page carries none, which is an error of the origin.
 */
export function siteConfig(): SiteConfig {
  parsed ??= readSiteConfig()
  return parsed
}

function readSiteConfig(): SiteConfig {
  const json = document.getElementById(SITE_CONFIG_ID)?.textContent
  if (!json) throw new Error(`The page has no element #${SITE_CONFIG_ID}`)
  return JSON.parse(json)
}
