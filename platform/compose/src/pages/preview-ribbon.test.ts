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

it('lists every page and variant that may be indexed, since when its package has this release, and lets crawlers in', () => {
  const { '/sitemap.xml': sitemap = '', '/robots.txt': robots } = describeForSearch(pages, site)
  expect(
    [...sitemap.matchAll(/<loc>https:\/\/shop\.example(.*?)<\/loc><lastmod>2026-(\d\d)/g)].map((it) => it.slice(1)),
  ).toEqual([
    ['/', '03'],
    ['/courses', '04'],
    ['/courses?category=food%20%26%20drink', '04'],
    ['/courses?category=health', '04'],
  ])
  expect(robots).toBe('User-agent: *\nAllow: /\nSitemap: https://shop.example/sitemap.xml\n')
})
