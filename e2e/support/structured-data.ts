import type { APIRequestContext } from '@playwright/test'
import { categories } from './routes'
import { courses } from './shop'
import { expect } from './test'

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

const TYPES: Readonly<Record<string, string[]>> = {
  '/': ['WebSite', 'Organization'],
  '/about': ['BreadcrumbList', 'Organization'],
  '/contact': ['BreadcrumbList', 'Organization'],
  '/courses/citb-ssp': ['BreadcrumbList', 'Course', 'Course'],
  '/blog': ['BreadcrumbList', 'Blog'],
  '/careers': ['BreadcrumbList', 'JobPosting', 'JobPosting', 'JobPosting'],
  ...Object.fromEntries(['/courses', ...categories].map((it) => [it, ['BreadcrumbList', 'ItemList']])),
}

type Document = {
  path: string
  html: string
  request: APIRequestContext
  isPublic: boolean
  baseURL?: string | undefined
}

/** A public page says what it is about as schema.org and Google define it; any other says nothing. */
export async function expectStructured({ path, html, request, isPublic, baseURL }: Document): Promise<void> {
  const graph = graphOf(html)
  const posting = path.startsWith('/blog/') ? ['BlogPosting'] : []
  const expected = isPublic ? (TYPES[path] ?? ['BreadcrumbList', ...posting]) : []
  expect(graph.map((it) => it['@type'])).toEqual(expected)
  expect(wrongIn(graph)).toEqual([])
  if (isPublic && path !== '/') {
    const trail = addressesIn(graph[0])
    expect([trail[0], trail.at(-1)]).toEqual([`${baseURL}/`, baseURL + path])
  }
  for (const address of new Set(addressesIn(graph))) {
    const { hash } = new URL(address)
    const response = await request.get(address, { maxRedirects: 0 })
    expect(response.status(), address).toBe(200)
    if (hash && hash !== '#organisation') expect(await response.text(), address).toContain(` id="${hash.slice(1)}"`)
  }
  if (path !== '/courses') return
  expect(graph[1]).toMatchObject({
    itemListElement: courses.map(({ title }) => ({ item: { name: title, description: expect.any(String) } })),
  })
}
