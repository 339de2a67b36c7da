import { courses } from '../support/courses'
import { expect, test } from '../support/test'
import { categories, privatePages, publicPages } from './pages'

type SchemaNode = Record<string, unknown>

const DATA = /<script type="application\/ld\+json">(.*?)<\/script>/gs

/** What schema.org or Google's documentation asks for; an activation refuses pages that lack what every type needs. */
const REQUIRED: Readonly<Record<string, string>> = {
  WebSite: 'name url',
  Organization: 'name url',
  PostalAddress: 'streetAddress addressLocality postalCode addressCountry',
  ContactPoint: 'contactType email',
  OpeningHoursSpecification: 'opens closes',
  BreadcrumbList: 'itemListElement',
  ItemList: 'itemListElement numberOfItems',
  ListItem: 'position item',
  Course: 'name description provider offers hasCourseInstance url',
  Offer: 'category price priceCurrency',
  PriceSpecification: 'price priceCurrency valueAddedTaxIncluded',
  CourseInstance: 'courseMode',
  Blog: 'name url blogPost publisher',
  BlogPosting: 'headline image datePublished author publisher mainEntityOfPage',
  JobPosting: 'title description datePosted hiringOrganization jobLocation',
  Place: 'address',
  PropertyValue: 'name value',
}
const ADDRESS = /^https?:\/\/[^/]+\//
const DATE = /^\d{4}-\d{2}-\d{2}$/
/** How a property is written, in whichever type. */
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

/** Everything that is wrong with a graph and the nodes inside it, each with the way to it. */
function errorsIn(value: unknown, where = 'graph'): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => errorsIn(item, `${where}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  const node = value as SchemaNode
  const required = REQUIRED[String(node['@type'])]
  if (!required) return [`${where} is of type "${node['@type']}", which has no rules`]
  return [
    ...required.split(' ').flatMap((name) => (name in node ? [] : [`${where} has no ${name}`])),
    ...Object.entries(node).flatMap(([name, content]) => {
      const isWrong = typeof content !== 'object' && FORMATS[name]?.test(String(content)) === false
      return [...(isWrong ? [`${where}.${name} is ${content}`] : []), ...errorsIn(content, `${where}.${name}`)]
    }),
  ]
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
    expect(errorsIn(graph)).toEqual([])
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
    itemListElement: courses.map(({ title, price }) => ({ item: { name: title, offers: { price } } })),
  })
  // All but the three self-paced ones.
  expect(html.match(/"courseWorkload":/g)).toHaveLength(24)
  expect(html.match(/"courseMode":"Online"/g)).toHaveLength(3)
})

test("a visitor's own pages and unknown posts say nothing about themselves", async ({ request }) => {
  for (const path of [...privatePages, '/blog/no-such-post']) {
    expect(graphOf(await (await request.get(path)).text()), path).toEqual([])
  }
})
