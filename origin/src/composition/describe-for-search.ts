import type { Composition } from './composition'

/** `/robots.txt` and `/sitemap.xml`: every page that search engines may show, under its canonical address. */
export function describeForSearch(pages: Composition['pages'], publicUrl: string): Record<string, string> {
  const addresses = Object.entries(pages)
    .filter(([, { noindex, status }]) => !noindex && status === 200)
    .map(([path]) => `  <url><loc>${publicUrl}${path}</loc></url>`)
    .sort()
  return {
    '/robots.txt': `User-agent: *\nAllow: /\nSitemap: ${publicUrl}/sitemap.xml\n`,
    '/sitemap.xml': [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...addresses,
      '</urlset>\n',
    ].join('\n'),
  }
}
