import { categories, privatePages, publicPages } from '../support/routes'
import { courses } from '../support/shop'
import { expect, test } from '../support/test'

type SchemaNode = Record<string, unknown>

const DATA = /<script type="application\/ld\+json">(.*?)<\/script>/gs

// Activation refuses missing properties (`platform/compose/src/rules`).
const ADDRESS = /^https?:\/\/[^/]+\//
const DATE = /^\d{4}-\d{2}-\d{2}$/
const FORMATS: Readonly<Record<string, RegExp>> = {
  ...{ url: ADDRESS, logo: ADDRESS, image: ADDRESS, mainEntityOfPage: ADDRESS },
  ...{ datePublished: DATE, datePosted: DATE, opens: /^\d{2}:\d{2}$/, closes: /^\d{2}:\d{2}$/ },
  ...{ email: /^\S+@\S+\.\S+$/, telephone: /^\+\d{8,15}$/, priceCurrency: /^GBP$/, price: /^[1-9][\d.]*$/ },
  ...{ courseWorkload: /^P(?:\d+|0\.5)D$/, courseMode: /^(?:Online|Onsite)$/, employmentType: /^FULL_TIME$/ },
}

function graphOf(html: string): SchemaNode[] {
  const [block, ...others] = [...html.matchAll(DATA)]
  expect(others).toEqual([])
  if (!block?.[1]) return []
  const data: { '@context': unknown; '@graph': SchemaNode[] } = JSON.parse(block[1])
  expect(data['@context']).toBe('https://schema.org')
  return data['@graph']
}

function wrongIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, content]) => {
    const isWrong = typeof content !== 'object' && FORMATS[name]?.test(String(content)) === false
    return [...(isWrong ? [`${name} is ${content}`] : []), ...wrongIn(content)]
  })
}

function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(addressesIn)
}

function typesOf(path: string): string[] {
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
  test(`${path} says what it is about as schema.org and Google define it`, async ({ request, baseURL }) => {
    const graph = graphOf(await (await request.get(path)).text())
    expect(graph.map((it) => it['@type'])).toEqual(typesOf(path))
    expect(wrongIn(graph)).toEqual([])
    if (path !== '/') {
      const trail = addressesIn(graph[0])
      expect([trail[0], trail.at(-1)]).toEqual([`${baseURL}/`, baseURL + path])
    }
    for (const address of new Set(addressesIn(graph))) {
      const { hash } = new URL(address)
      const response = await request.get(address, { maxRedirects: 0 })
      expect(response.status(), address).toBe(200)
      if (hash && hash !== '#organisation') expect(await response.text(), address).toContain(` id="${hash.slice(1)}"`)
    }
  })
}

test('R61, R64: search engines are told all 27 courses at the prices the page shows, with their length', async ({
  request,
}) => {
  const html = await (await request.get('/courses')).text()
  expect(graphOf(html)[1]).toMatchObject({
    itemListElement: courses.map(({ title, price }) => ({
      item: { name: title, offers: { category: 'Paid', price, priceCurrency: 'GBP' }, hasCourseInstance: {} },
    })),
  })
  expect(html.match(/"courseWorkload":/g)).toHaveLength(24)
  expect(html.match(/"courseMode":"Online"/g)).toHaveLength(3)
})

test("a visitor's own pages and unknown posts say nothing about themselves", async ({ request }) => {
  for (const path of [...privatePages, '/blog/no-such-post']) {
    expect(graphOf(await (await request.get(path)).text()), path).toEqual([])
  }
})
