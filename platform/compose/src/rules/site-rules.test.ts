import { formatPounds } from '@site/shared/money'
import { packKnown, unpackKnown } from '../composition/known-documents'
import { readFacts } from '../facts/document-facts'
import { type PageFacts, pageFactsOf } from '../facts/page-facts'
import { checkSite, createPageCheck, formatViolation } from './check-pages'
import type { CheckedPage } from './checked-page'
import { HTML_BUDGET, SCRIPT_BUDGET } from './page-rules'

const courses = [
  { id: 1, title: 'First Aid', prices: [129] },
  { id: 2, title: 'Fire Safety', prices: [99, 119] },
]

function page(address: string, main: string, { head = '', ...rest }: Partial<CheckedPage> & { head?: string } = {}) {
  const html = `<!doctype html><html><head><title>Page ${address}</title>${head}</head><body><main><h1>A page</h1>${main}</main></body></html>`
  return {
    address,
    owner: 'catalog/courses-page (catalog@1.6.0)',
    facts: readFacts(html),
    htmlBytes: html.length,
    scriptBytes: 0,
    priceList: { courses },
    allowed: {
      scripts: new Set<string>(),
      styles: new Set<string>(),
      files: new Map(),
      hosts: {},
      formAction: undefined,
    },
    styles: [],
    ...rest,
  }
}

const data = (graph: unknown) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })}</script>`
const offer = (price: unknown) => ({ '@type': 'Offer', price, priceCurrency: 'GBP' })
const course = (name: string, price: number) => ({
  '@type': 'Course',
  name,
  description: 'A day',
  provider: { '@type': 'Organization', name: 'A school' },
  offers: offer(price),
})

function violationsOf(...pages: CheckedPage[]): string[] {
  const others = [page('/', '<p id="top-courses">x</p>'), page('/courses?category=food', 'x'), page('/courses', 'x')]
  const known = new Set(pages.map(({ address }) => address))
  const site = [...pages, ...others.filter(({ address }) => !known.has(address))]
  const publicUrl = 'https://shop.example'
  const checkOne = createPageCheck(publicUrl)
  const linked = site.map((it) => ({ ...it, facts: pageFactsOf(it.facts, checkOne(it)) }))
  const judge = (all: typeof linked) =>
    checkSite({ pages: all, files: new Set(['/logo.svg']), publicUrl }).map(formatViolation)
  const violations = judge(linked)
  expect(judge(asKnown(linked))).toEqual(violations)
  return violations
}

function asKnown<Page extends { address: string; facts: PageFacts }>(pages: readonly Page[]): Page[] {
  const about = { sha256: 'a'.repeat(64), bytes: 0, br: 'a'.repeat(64) }
  const known = unpackKnown(packKnown(pages.map(({ address, facts }) => ({ ...about, address, facts }))).content)
  return pages.map((page, index) => ({ ...page, facts: known[index]?.facts ?? page.facts }))
}

describe('a page that keeps the rules', () => {
  it('is found without violations, whatever leads out of the site', () => {
    const links = [
      '/',
      '/#top-courses',
      '/courses?category=food',
      '/courses?category=unknown',
      '/courses/',
      '/logo.svg',
      '/api/metrics',
      '/sitemap.xml',
      'https://shop.example/courses',
      'https://elsewhere.example/nothing',
      'mailto:a@example.com',
      'tel:+44',
      '#own',
      '#',
      '?category=food',
    ].map((address) => `<a href="${address}">x</a>`)
    const text = `<p id="own">£129, with VAT ${formatPounds(155)} or £99.00</p>`
    const graph = data([course('First Aid', 129), course('Not in the list', 119), { '@id': '/#organisation' }])
    expect(violationsOf(page('/courses', links.join('') + text + graph))).toEqual([])
  })
})

describe('a page that breaks a rule is named with its release and what to do', () => {
  it.each<[string, CheckedPage, RegExp]>([
    [
      'a dead link',
      page('/blog', '<a href="/nowhere">x</a>'),
      /leads \(a href\) to \/nowhere, where the site has nothing: correct it.* \[links\]/,
    ],
    [
      'a dead absolute link',
      page('/blog', '<a href="https://shop.example/gone">x</a>'),
      /gone, where the site has nothing/,
    ],
    ['a dead relative link', page('/blog', '<a href="post">x</a>'), /to post, where/],
    ['a dead picture', page('/blog', '<img src="/logo.png" alt="">'), /leads \(img src\) to \/logo\.png/],
    ['a dead anchor of another page', page('/blog', '<a href="/#gone">x</a>'), /no element with the id "gone"/],
    ['a dead anchor of its own', page('/blog', '<a href="#gone">x</a>'), /no element with the id "gone"/],
    [
      'no h1',
      page('/blog', '', { facts: readFacts('<title>t</title><main>x</main>') }),
      /has no h1: give it exactly one.* \[headings\]/,
    ],
    ['two h1', page('/blog', '<h1>Another</h1>'), /has 2 h1 \(A page \| Another\)/],
    ['two titles', page('/blog', '', { head: '<title>Other</title>' }), /has 2 titles .* \[titles\]/],
    ['no title', page('/blog', '', { facts: readFacts('<main><h1>x</h1></main>') }), /has no title: render <PageHead>/],
    ['no main', page('/blog', '', { facts: readFacts('<title>t</title><h1>x</h1>') }), /has no <main>/],
    [
      'the title of another page',
      page('/blog', '', { facts: readFacts('<title>Page /</title><main><h1>x</h1></main>') }),
      /^page \/ of .* has the title "Page \/", as \/blog has: nobody could tell them apart/,
    ],
    [
      'a price nobody can pay',
      page('/blog', '£1,249.50'),
      /shows £1249\.5, which is in no course's prices.* \[prices\]/,
    ],
    [
      'a price for machines nobody can pay',
      page('/blog', data([course('Other', 128)])),
      /offers £128 to search engines \(graph\[0\]\.offers\.price\)/,
    ],
    [
      'the price of another course',
      page('/blog', data([course('First Aid', 99)])),
      /offers £99 .* is not a price of "First Aid"/,
    ],
    [
      'data that is no JSON',
      page('/blog', '<script type="application/ld+json">{</script>'),
      /structured data that is not JSON.* \[structured-data\]/,
    ],
    [
      'data without its context',
      page('/blog', '<script type="application/ld+json">{"@graph":[]}</script>'),
      /does not name https:\/\/schema\.org/,
    ],
    ['a thing without its type', page('/blog', data([{ name: 'x' }])), /has no @type at graph\[0\]/],
    [
      'an offer without currency',
      page('/blog', data([{ '@type': 'Offer', price: 129 }])),
      /has a Offer without priceCurrency at graph\[0\]/,
    ],
    ['an empty text', page('/blog', data([{ '@type': 'Organization', name: '' }])), /says nothing at graph\[0\]\.name/],
    ['an unclosed element', page('/blog', '<div><b>x</div>'), /has <b> is never closed at 1:\d+ \(<b>x.* \[markup\]/],
    [
      'too much HTML',
      page('/blog', '', { htmlBytes: HTML_BUDGET + 1_000 }),
      /has 161 kB of HTML, more than 160 kB.* \[budgets\]/,
    ],
    [
      'too many scripts',
      page('/blog', '', { scriptBytes: SCRIPT_BUDGET + 1_000 }),
      /has 701 kB of scripts, more than 700 kB/,
    ],
  ])('%s', (_what, broken, violation) => {
    const violations = violationsOf(broken)
    expect(violations).toHaveLength(1)
    expect(violations[0]).toMatch(violation)
    expect(violations[0]).toContain('of catalog/courses-page (catalog@1.6.0)')
  })

  it('has no price to keep to when its package sells nothing', () => {
    expect(violationsOf(page('/careers', '£28,000 a year', { priceList: undefined }))).toEqual([])
  })
})
