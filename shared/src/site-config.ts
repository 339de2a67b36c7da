/** One remote of the live composition, as the page names it. */
export type RemoteEntry = {
  version: string
  /** Path on this origin. */
  entry: string
  /** Subresource Integrity value of the entry. */
  integrity: string
  /**
   * Exposed module (`./courses-page`) → addresses of the scripts it needs besides the entry, to preload them. A page
   * carries only what does not follow from `files`: of most modules, one script of their own name.
   */
  scripts?: Readonly<Record<string, readonly string[]>>
}

/** What the origin writes into each page as JSON for the browser. */
export type SiteConfig = {
  /** Number of the composition the page belongs to. */
  composition: number
  /** Scheme and host visitors know the site by, without a slash at the end. */
  publicUrl: string
  /** Release of the shell. */
  shellVersion: string
  remotes: Readonly<Record<string, RemoteEntry>>
  /**
   * Package → file that its scripts ask for, without the hash (`blog-page.js`) → the hash in its name. Read by the
   * scripts of a release (`scripts/webpack/lasting-bytes-plugin.cjs`); part of what a release promises.
   */
  files?: Readonly<Record<string, Readonly<Record<string, string>>>>
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
