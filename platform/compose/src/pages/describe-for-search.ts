import type { Composition } from '../composition/composition'
import type { ComposedPage } from '../composition/page-list'

/**
 * `/robots.txt` and `/sitemap.xml`: every page that search engines may show, under its canonical
 * address, with the time its owner's release became live.
 */
export function describeForSearch(
  pages: Composition['pages'],
  { publicUrl, releases }: Pick<Composition, 'publicUrl' | 'releases'>,
): Record<string, string> {
  const entries = Object.entries(pages)
    .filter(([, { noindex, status }]) => !noindex && status === 200)
    .flatMap(([path, page]) => addressesOf(path, page).map((address) => ({ address, owner: ownerOf(page) })))
    .sort((a, b) => (a.address < b.address ? -1 : 1))
    .map(
      ({ address, owner }) =>
        `  <url><loc>${publicUrl}${address}</loc>${lastModified(releases[owner]?.liveSince)}</url>`,
    )
  return {
    // Nothing is disallowed: a page may only be read as "noindex" if it may be read.
    '/robots.txt': `User-agent: *\nAllow: /\nSitemap: ${publicUrl}/sitemap.xml\n`,
    '/sitemap.xml': [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries,
      '</urlset>\n',
    ].join('\n'),
  }
}

/** A variant is a page of its own; neither a path nor an encoded value has characters that XML escapes. */
function addressesOf(path: string, { variants }: ComposedPage): string[] {
  const values = Object.keys(variants?.values ?? {})
  return [path, ...values.map((value) => `${path}?${variants?.parameter}=${encodeURIComponent(value)}`)]
}

function ownerOf({ module }: ComposedPage): string {
  return module.slice(0, module.indexOf('/'))
}

function lastModified(time: string | undefined): string {
  return time ? `<lastmod>${time}</lastmod>` : ''
}
