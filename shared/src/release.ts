/** What a package tells the origin about itself; each package's `src/release.ts` exports one. */
export type ReleaseManifest = {
  /** Pages the origin renders when the release is activated. */
  pages: readonly ReleasePage[]
  /** Modules of other packages it routes to, for example `catalog/courses-page`; the host's alone. */
  requires?: readonly string[]
  /**
   * Hosts every page of the site may reach, by directive of the Content-Security-Policy, because a client navigation
   * keeps the policy of the document it began in; the host's alone.
   */
  contentSecurityPolicy?: Readonly<Record<string, readonly string[]>>
  /** Data other packages need, for example the price list. */
  data?: Readonly<Record<string, unknown>>
}

/**
 * Nodes of a schema.org graph, without `@context`. A text that starts with `/` is an address of this
 * site; the document makes it absolute.
 */
export type StructuredData = readonly Readonly<Record<string, unknown>>[]

export type ReleasePage = {
  /** Exposed module that renders the page, for example `./courses-page`. */
  module: string
  /** Path to render, without a query. */
  path: string
  /** The one query parameter that changes the HTML, and the values that are rendered ahead. */
  variants?: {
    parameter: string
    values: readonly string[]
    /** By value, in place of the page's own. */
    structuredData?: Readonly<Record<string, StructuredData>>
  }
  /** Serve this page, with this status, for every other path directly below this folder. */
  fallback?: { below: string; status: 404 }
  /** Keep the page out of the sitemap and of search engines. */
  noindex?: boolean
  /** What the page is about, for machines; only in the server's HTML, so that it costs the browser's scripts nothing. */
  structuredData?: StructuredData
  /** Hosts this page alone may reach, by directive of the Content-Security-Policy. */
  contentSecurityPolicy?: Readonly<Record<string, readonly string[]>>
}
