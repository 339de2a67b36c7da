import { describeForSearch, type SearchedPage } from './preview-ribbon'

const page = (name: string, path: string, more: Partial<SearchedPage['page']> = {}): SearchedPage => ({
  release: { package: name },
  page: { path, ...more },
})

const site = {
  publicUrl: 'https://shop.example',
  releases: {
    shell: { version: '1.0.0', digest: 'a', liveSince: '2026-03-01T09:00:00.000Z' },
    catalog: { version: '1.0.0', digest: 'b', liveSince: '2026-04-01T09:00:00.000Z' },
  },
}
const pages = [
  page('catalog', '/courses', { variants: { parameter: 'category', values: ['food & drink', 'health'] } }),
  page('shell', '/'),
  page('checkout', '/cart', { noindex: true }),
  page('content', '/blog/not-found', { fallback: { below: '/blog', status: 404 } }),
]

describe('describeForSearch', () => {
  it('lists every page and variant that may be indexed, and no other', () => {
    const { '/sitemap.xml': sitemap = '' } = describeForSearch(pages, site)
    expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://shop.example/',
      'https://shop.example/courses',
      'https://shop.example/courses?category=food%20%26%20drink',
      'https://shop.example/courses?category=health',
    ])
  })

  it('says since when a page is as it is: since its package has this release', () => {
    const { '/sitemap.xml': sitemap = '' } = describeForSearch(pages, site)
    expect(sitemap).toContain('<loc>https://shop.example/</loc><lastmod>2026-03-01T09:00:00.000Z</lastmod>')
    expect(sitemap).toContain('<loc>https://shop.example/courses</loc><lastmod>2026-04-01T09:00:00.000Z</lastmod>')
    expect(sitemap.match(/<lastmod>/g)).toHaveLength(4)
  })

  it('lets every crawler read everything and names the sitemap', () => {
    expect(describeForSearch(pages, site)['/robots.txt']).toBe(
      'User-agent: *\nAllow: /\nSitemap: https://shop.example/sitemap.xml\n',
    )
  })
})
