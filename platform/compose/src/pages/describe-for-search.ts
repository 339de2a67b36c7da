import type { CompositionOutline } from '../composition/composition-outline'
import type { PlannedPage } from '../rendering/plan-rendering'

export const SITEMAP_PATH = '/sitemap.xml'

/** What of a planned page search engines are told. */
export type SearchedPage = { release: Pick<PlannedPage['release'], 'package'> } & {
  page: Pick<PlannedPage['page'], 'path' | 'noindex' | 'fallback' | 'variants'>
}

/** `/robots.txt` and `/sitemap.xml`: every page that may be indexed, with the time its release became live. */
export function describeForSearch(
  pages: readonly SearchedPage[],
  { publicUrl, releases }: Pick<CompositionOutline, 'publicUrl' | 'releases'>,
): Record<string, string> {
  const entries = pages
    .filter(({ page: { noindex, fallback } }) => !noindex && (fallback?.status ?? 200) === 200)
    .flatMap(({ page, release }) => addressesOf(page).map((address) => ({ address, owner: release.package })))
    .sort((a, b) => (a.address < b.address ? -1 : 1))
    .map(
      ({ address, owner }) =>
        `  <url><loc>${publicUrl}${address}</loc>${lastModified(releases[owner]?.liveSince)}</url>`,
    )
  return {
    // Nothing is disallowed: a page may only be read as "noindex" if it may be read.
    '/robots.txt': `User-agent: *\nAllow: /\nSitemap: ${publicUrl}${SITEMAP_PATH}\n`,
    [SITEMAP_PATH]: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries,
      '</urlset>\n',
    ].join('\n'),
  }
}

/** A variant is a page of its own; neither a path nor an encoded value has characters that XML escapes. */
function addressesOf({ path, variants }: SearchedPage['page']): string[] {
  const values = variants?.values ?? []
  return [path, ...values.map((value) => `${path}?${variants?.parameter}=${encodeURIComponent(value)}`)]
}

function lastModified(time: string | undefined): string {
  return time ? `<lastmod>${time}</lastmod>` : ''
}
