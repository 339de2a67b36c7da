import { type CheckedPage, listedPrices, type PageViolation, pricesOfCourse } from './checked-page'

type SchemaNode = Readonly<Record<string, unknown>>

/** Properties that Google's documentation requires or recommends for a type. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  Article: ['headline'],
  BlogPosting: ['headline'],
  BreadcrumbList: ['itemListElement'],
  Course: ['name', 'description', 'provider'],
  Event: ['name', 'startDate', 'location'],
  ItemList: ['itemListElement'],
  JobPosting: ['title', 'description', 'datePosted', 'hiringOrganization', 'jobLocation'],
  ListItem: ['position'],
  Offer: ['price', 'priceCurrency'],
  Organization: ['name'],
  Product: ['name'],
  WebSite: ['name', 'url'],
}
const PRICES = ['price', 'lowPrice', 'highPrice']

export function checkStructuredData({ facts, priceList }: CheckedPage): PageViolation[] {
  return facts.structuredData.flatMap((json) => {
    const data = parse(json)
    if (!isNode(data)) return [invalid('is not JSON')]
    if (!/^https?:\/\/schema\.org\/?$/.test(String(data['@context'] ?? ''))) {
      return [invalid('does not name https://schema.org as its @context')]
    }
    const graph = Array.isArray(data['@graph']) ? data['@graph'] : [data]
    return [
      ...graph.flatMap((it, index) => nodeViolations(it, `graph[${index}]`)),
      ...(priceList ? graph.flatMap((it, index) => offerViolations(it, `graph[${index}]`)) : []),
    ]
  })

  function offerViolations(value: unknown, where: string, course?: string): PageViolation[] {
    if (Array.isArray(value)) return value.flatMap((it, index) => offerViolations(it, `${where}[${index}]`, course))
    if (!isNode(value) || !priceList) return []
    const name = value['@type'] === 'Course' ? String(value.name) : course
    const own = name === undefined ? undefined : pricesOfCourse(priceList, name)
    return Object.entries(value).flatMap(([key, content]) => {
      const place = `${where}.${key}`
      if (!PRICES.includes(key) || typeof content === 'object') return offerViolations(content, place, name)
      if ((own ?? listedPrices(priceList)).has(Number(content))) return []
      const whose = own ? `a price of "${name}"` : "in any course's prices"
      return [{ rule: 'prices', what: `offers £${content} to search engines (${place}), which is not ${whose}` }]
    })
  }
}

function nodeViolations(value: unknown, where: string): PageViolation[] {
  if (Array.isArray(value)) return value.flatMap((it, index) => nodeViolations(it, `${where}[${index}]`))
  if (value === null || value === '') return [invalid(`says nothing at ${where}`)]
  if (!isNode(value)) return []
  const type = value['@type']
  const isReference = Object.keys(value).join() === '@id'
  if (typeof type !== 'string' && !Array.isArray(type) && !isReference) return [invalid(`has no @type at ${where}`)]
  const missing = (REQUIRED[String(type)] ?? []).filter((name) => !(name in value))
  return [
    ...missing.map((name) => invalid(`has a ${type} without ${name} at ${where}`)),
    ...Object.entries(value).flatMap(([name, content]) =>
      name.startsWith('@') ? [] : nodeViolations(content, `${where}.${name}`),
    ),
  ]
}

function invalid(what: string): PageViolation {
  return { rule: 'structured-data', what: `has structured data that ${what}: correct it in the release's manifest` }
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
