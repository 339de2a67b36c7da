import type { PageFacts } from '../facts/document-facts'
import { packJson } from './blob-files'
import { type KnownDocument, packKnown, unpackKnown } from './known-documents'
import { type PageList, packList, unpackList } from './page-list'

const digest = (digit: string) => digit.repeat(64)
const headers = { 'content-security-policy': "default-src 'none'" }
const link = (address: string) => ({ address, by: 'a href' })

const kept = (digit: string) => ({ sha256: digest(digit), bytes: 5, br: digest('b'), gzip: digest('c') })

function known(address: string, links: readonly string[], ids: readonly string[]): KnownDocument {
  const facts = { title: address, links: links.map(link), ids, scripts: ['sha256-a'], styles: [], violations: [] }
  return { address, ...kept('a'), facts }
}

describe('what is known of documents', () => {
  const documents = [known('/', ['/about', '/blog'], ['main', 'top']), known('/about', ['/', '/blog'], ['main'])]

  it('is given back as it was put in', () => {
    const fields = ({ title, links, ids, scripts, styles, violations }: PageFacts) => {
      return { title, links, ids, scripts, styles, violations }
    }
    const plain = (all: KnownDocument[]) => all.map((it) => ({ ...it, facts: fields(it.facts) }))
    expect(plain(unpackKnown(packKnown(documents).content))).toEqual(documents)
  })

  it('has what stands on several pages once, and the same bytes for the same', () => {
    const [first, second] = unpackKnown(packKnown(documents).content)
    expect(first?.facts.linksOfPackage).toEqual(['/about', '/blog', '/'].map(link))
    expect(second?.facts.linksOfPackage).toBe(first?.facts.linksOfPackage)
    expect(packKnown(documents).digest).toBe(packKnown(documents).digest)
  })
})

describe('a list of pages', () => {
  const page = { ...kept('a'), headers, module: 'catalog/courses-page', status: 200 as const, noindex: false }
  const variants = { parameter: 'category', values: { food: { ...kept('b'), headers: { ...headers } } } }
  const list: PageList = {
    pages: { '/courses': { ...page, variants }, '/courses/gone': { ...page, status: 404 } },
    fallbacks: [{ below: '/courses', page: '/courses/gone' }],
  }

  it('is given back as it was put in, with headers that stand once', () => {
    const found = unpackList(packList(list).content)
    expect(found).toEqual(list)
    const { '/courses': courses, '/courses/gone': gone } = found.pages
    expect(gone?.headers).toBe(courses?.headers)
    expect(courses?.variants?.values.food?.headers).toBe(courses?.headers)
  })
})

it.each([
  ['a list', unpackList],
  ['what is known', unpackKnown],
])('nothing else is taken for %s', (_what, unpack) => {
  expect(() => unpack(packJson({ documents: [{ address: '/' }] }).content)).toThrow(/^It is no list/)
  expect(() => unpack(Buffer.from('damaged'))).toThrow()
})
