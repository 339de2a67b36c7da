import { courses } from '../support/courses'
import { expect, test } from '../support/test'
import { addressesIn, errorsIn } from './check-graph'
import { categories, privatePages, publicPages } from './pages'
import { typeOf } from './schema-types'

const DATA = /<script type="application\/ld\+json">(.*?)<\/script>/gs

function graphOf(html: string): unknown[] {
  const [block, ...others] = [...html.matchAll(DATA)]
  expect(others).toEqual([])
  if (!block?.[1]) return []
  const data: { '@context': unknown; '@graph': unknown[] } = JSON.parse(block[1])
  expect(data['@context']).toBe('https://schema.org')
  return data['@graph']
}

const typesOf = (path: string): string[] => {
  if (path === '/') return ['WebSite', 'Organization']
  if (path === '/about' || path === '/contact') return ['BreadcrumbList', 'Organization']
  if (path === '/courses' || categories.includes(path)) return ['BreadcrumbList', 'ItemList']
  if (path === '/courses/citb-ssp') return ['BreadcrumbList', 'Course', 'Course']
  if (path === '/blog') return ['BreadcrumbList', 'Blog']
  if (path.startsWith('/blog/')) return ['BreadcrumbList', 'BlogPosting']
  if (path === '/careers') return ['BreadcrumbList', 'JobPosting', 'JobPosting', 'JobPosting']
  return ['BreadcrumbList']
}

for (const path of publicPages) {
  test(`${path} says what it is about as schema.org and Google define it`, async ({ request }) => {
    const graph = graphOf(await (await request.get(path)).text())
    expect(graph.map(typeOf)).toEqual(typesOf(path))
    expect(errorsIn(graph)).toEqual([])
    for (const address of new Set(addressesIn(graph))) {
      const { hash } = new URL(address)
      const response = await request.get(address, { maxRedirects: 0 })
      expect(response.status(), address).toBe(200)
      if (hash && hash !== '#organisation') {
        expect(await response.text(), address).toContain(` id="${hash.slice(1)}"`)
      }
    }
  })
}

test('the ways to the pages begin at home and end at the page itself', async ({ request, baseURL }) => {
  for (const path of publicPages.filter((it) => it !== '/')) {
    const [trail] = graphOf(await (await request.get(path)).text())
    const addresses = addressesIn(trail)
    expect([addresses[0], addresses.at(-1)], path).toEqual([`${baseURL}/`, baseURL + path])
  }
})

test('R61: search engines are told all 27 courses at the prices the page shows', async ({ request }) => {
  const [, listing] = graphOf(await (await request.get('/courses')).text())
  expect(listing).toMatchObject({
    itemListElement: courses.map(({ title, price }) => ({ item: { name: title, offers: { price } } })),
  })
})

test('R64: every course but the three self-paced ones has a length', async ({ request }) => {
  const html = await (await request.get('/courses')).text()
  expect(html.match(/"courseWorkload":/g)).toHaveLength(24)
  expect(html.match(/"courseMode":"Online"/g)).toHaveLength(3)
})

test("a visitor's own pages and unknown posts say nothing about themselves", async ({ request }) => {
  for (const path of [...privatePages, '/blog/no-such-post']) {
    expect(graphOf(await (await request.get(path)).text()), path).toEqual([])
  }
})
