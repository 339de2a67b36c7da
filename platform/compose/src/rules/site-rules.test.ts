import { formatPounds } from '@site/shared/money'
import { packKnown, unpackKnown } from '../composition/known-documents'
import { readFacts } from '../facts/document-facts'
import { checkSite, createPageCheck, formatViolation } from './check-pages'
import { type CheckedPage, type PageFacts, pageFactsOf } from './checked-page'
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
  const check = (all: typeof linked) =>
    checkSite({ pages: all, files: new Set(['/logo.svg']), publicUrl }).map(formatViolation)
  const violations = check(linked)
  expect(check(asKnown(linked))).toEqual(violations)
  return violations
}

function asKnown<Page extends { address: string; facts: PageFacts }>(pages: readonly Page[]): Page[] {
  const about = { sha256: 'a'.repeat(64), bytes: 0, br: 'a'.repeat(64) }
  const known = unpackKnown(packKnown(pages.map(({ address, facts }) => ({ ...about, address, facts }))).content)
  // The check of links is cached by this list.
  expect(known[1]?.facts.linksOfPackage).toBe(known[0]?.facts.linksOfPackage)
  return pages.map((page, index) => ({ ...page, facts: known[index]?.facts ?? page.facts }))
}

it('a page that keeps the rules is found without violations, whatever leads out of the site', () => {
  const addresses =
    '/ /#top-courses /courses?category=food /courses?category=unknown /courses/ /logo.svg /api/metrics /sitemap.xml ' +
    'https://shop.example/courses https://elsewhere.example/x mailto:a@example.com tel:+44 #own # ?category=food'
  const links = addresses.split(' ').map((address) => `<a href="${address}">x</a>`)
  const text = `<p id="own">£129, with VAT ${formatPounds(155)} or £99.00</p>`
  const graph = data([course('First Aid', 129), course('Not in the list', 119), { '@id': '/#organisation' }])
  const unread = '<svg><title>An icon</title></svg><template><h1>Later</h1></template>'
  expect(violationsOf(page('/courses', links.join('') + text + graph + unread))).toEqual([])
})

// Taken for absolute, it was looked up from the root.
it('a link with a scheme but no slashes is relative to its page', () => {
  expect(violationsOf(page('/blog/a', '<a href="https:courses">x</a>'))).toEqual([
    expect.stringContaining('https:courses, where the site has nothing'),
  ])
})

// A granted group of hosts was refused in style sheets.
it.each([
  ['https://use.fonts.example/a.woff2', 0],
  ['http://use.fonts.example/a.woff2', 1],
  ['https://fonts.example/a.woff2', 1],
])('where https://*.fonts.example is granted, a style sheet that loads %s breaks %d rules', (address, count) => {
  const { allowed } = page('/a', 'x')
  const styles = [{ href: '/a.css', css: `p{src:url(${address})}` }]
  const granted = { styles, allowed: { ...allowed, hosts: { 'font-src': ['https://*.fonts.example'] } } }
  expect(violationsOf(page('/a', 'x', granted))).toHaveLength(count)
})

const factsOf = (html: string) => ({ facts: readFacts(html) })

describe('a page that breaks a rule is named with its release and what to do', () => {
  it.each<[string, string | Parameters<typeof page>[2], RegExp]>([
    [
      'a dead link',
      '<a href="/nowhere">x</a>',
      /leads \(a href\) to \/nowhere, where the site has nothing: correct.* \[links\]/,
    ],
    ['a dead absolute link', '<a href="https://shop.example/gone">x</a>', /gone, where the site has nothing/],
    ['a dead relative link', '<a href="post">x</a>', /to post, where/],
    ['a dead picture', '<img src="/logo.png" alt="">', /leads \(img src\) to \/logo\.png/],
    ['a dead picture for wide screens', '<img srcset="/logo.svg 1x, /b.png 2x" alt="">', /\(img srcset\) to \/b\.png/],
    ['a dead anchor of another page', '<a href="/#gone">x</a>', /no element with the id "gone"/],
    ['a dead anchor of its own', '<a href="#gone">x</a>', /no element with the id "gone"/],
    ['no h1', factsOf('<title>t</title><main>x</main>'), /has no h1: give it exactly one.* \[headings\]/],
    ['two h1', '<h1>Another</h1>', /has 2 h1 \(A page \| Another\)/],
    ['two titles', { head: '<title>Other</title>' }, /has 2 titles .* \[titles\]/],
    ['no title', factsOf('<main><h1>x</h1></main>'), /has no title: render <PageHead>/],
    ['no main', factsOf('<title>t</title><h1>x</h1>'), /has no <main>/],
    [
      'another’s title',
      factsOf('<title>Page /</title><main><h1>x</h1></main>'),
      /^page \/ of .* has the title "Page \/", as \/blog/,
    ],
    ['a price nobody can pay', '£1,249.50', /shows £1249\.5, which is in no course's prices.* \[prices\]/],
    [
      'such a price for machines',
      data([course('Other', 128)]),
      /offers £128 to search engines \(graph\[0\]\.offers\.price\)/,
    ],
    ['another’s price', data([course('First Aid', 99)]), /offers £99 .* is not a price of "First Aid"/],
    [
      'data that is no JSON',
      '<script type="application/ld+json">{</script>',
      /data that is not JSON.* \[structured-data\]/,
    ],
    ['no context', '<script type="application/ld+json">{"@graph":[]}</script>', /does not name https:\/\/schema\.org/],
    ['a thing without its type', data([{ name: 'x' }]), /has no @type at graph\[0\]/],
    ['no currency', data([{ '@type': 'Offer', price: 129 }]), /has a Offer without priceCurrency at graph\[0\]/],
    ['an empty text', data([{ '@type': 'Organization', name: '' }]), /says nothing at graph\[0\]\.name/],
    ['an unclosed element', '<div><b>x</div>', /has <b> is never closed at 1:\d+ \(<b>x.* \[markup\]/],
    ['too much HTML', { htmlBytes: HTML_BUDGET + 1_000 }, /has 161 kB of HTML, more than 160 kB.* \[budgets\]/],
    ['too many scripts', { scriptBytes: SCRIPT_BUDGET + 1_000 }, /has 701 kB of scripts, more than 700 kB/],
  ])('%s', (_what, broken, violation) => {
    const violations = violationsOf(typeof broken === 'string' ? page('/blog', broken) : page('/blog', '', broken))
    expect(violations).toHaveLength(1)
    expect(violations[0]).toMatch(violation)
    expect(violations[0]).toContain('of catalog/courses-page (catalog@1.6.0)')
  })

  it('has no price to keep to when its package sells nothing', () => {
    expect(violationsOf(page('/careers', '£28,000 a year', { priceList: undefined }))).toEqual([])
  })
})
