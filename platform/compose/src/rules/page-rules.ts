import { urlOf } from '@platform/base/address/url-of'
import { covers } from './active-content-rules'
import { type CheckedPage, listedPrices, type PageViolation } from './checked-page'

const ADDRESS = /(?:url|src|image-set|image)\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))/gi
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|(.))/gis

export function checkStyles(publicUrl: string): (page: CheckedPage) => PageViolation[] {
  const site = new URL(publicUrl).origin
  return ({ styles, allowed: { hosts } }) =>
    styles.flatMap(({ href, css }) => {
      const text = css.replace(ESCAPE, (_, code?: string, char?: string) => (code ? character(code) : (char ?? '')))
      const granted = [hosts['img-src'], hosts['font-src'], hosts['style-src']].flatMap((it) => it ?? [])
      const foreign = [...text.matchAll(ADDRESS)]
        .map(([, double, single, bare]) => (double ?? single ?? bare ?? '').trim())
        .filter((address) => isForeign(address, site + href, site))
        .filter((address) => !granted.some((host) => covers(host, new URL(address, site))))
      return [
        ...(/@import/i.test(text) ? ['another style sheet (@import)'] : []),
        ...foreign.map((address) => `${address.slice(0, 100)}, of another host`),
      ].map((what) => ({ rule: 'policy' as const, what: `has a style sheet, ${href}, that loads ${what}` }))
    })
}

function isForeign(address: string, base: string, site: string): boolean {
  const url = urlOf(address, base)
  return url !== undefined && url.protocol !== 'data:' && url.origin !== site
}

function character(code: string): string {
  const point = Number.parseInt(code, 16)
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '\uFFFD'
}

/** Bytes before compression: a third more than the largest page at the time. */
export const HTML_BUDGET = 160_000
export const SCRIPT_BUDGET = 700_000

const PRICE = /£\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{2})?/g

export function checkPage(page: CheckedPage): PageViolation[] {
  return [
    ...contentViolations(page),
    ...headingViolations(page),
    ...priceViolations(page),
    ...markupViolations(page),
    ...tooBig(page),
  ]
}

function contentViolations({ facts: { titles, main } }: CheckedPage): PageViolation[] {
  const whats = [
    ...(titles.join('') === '' ? ['has no title: render <PageHead>'] : []),
    ...(main === undefined ? ['has no <main>'] : []),
    ...(main !== undefined && main.trim() === '' ? ['has an empty <main>: nothing was rendered there'] : []),
  ]
  return whats.map((what) => ({ rule: 'content', what }))
}

function headingViolations({ facts: { headings, titles } }: CheckedPage): PageViolation[] {
  const violations: PageViolation[] = []
  if (titles.length > 1) {
    violations.push({
      rule: 'titles',
      what: `has ${titles.length} titles (${titles.join(' | ')}): render <PageHead> once`,
    })
  }
  if (headings.length !== 1) {
    const found = headings.length === 0 ? 'no h1' : `${headings.length} h1 (${headings.join(' | ')})`
    violations.push({ rule: 'headings', what: `has ${found}: give it exactly one, which says what the page is` })
  }
  return violations
}

function priceViolations({ facts: { main }, priceList }: CheckedPage): PageViolation[] {
  if (!priceList) return []
  const listed = listedPrices(priceList)
  const shown = [...(main ?? '').matchAll(PRICE)].map(([, pounds = '', pence = '']) =>
    Number(pounds.replace(/,/g, '') + pence),
  )
  return [...new Set(shown)]
    .filter((price) => !listed.has(price))
    .map((price) => ({
      rule: 'prices',
      what: `shows £${price}, which is in no course's prices: a buyer could not pay it`,
    }))
}

function markupViolations({ facts: { markupErrors } }: CheckedPage): PageViolation[] {
  return markupErrors.map((error) => ({
    rule: 'markup',
    what: `has ${error}: close it, or put it where HTML lets it be`,
  }))
}

function tooBig({ htmlBytes, scriptBytes }: CheckedPage): PageViolation[] {
  return [
    ...overBudget('HTML', htmlBytes, HTML_BUDGET, 'show less at first'),
    ...overBudget('scripts', scriptBytes, SCRIPT_BUDGET, 'load what is not needed at once later'),
  ]
}

function overBudget(name: string, bytes: number, budget: number, advice: string): PageViolation[] {
  if (bytes <= budget) return []
  return [{ rule: 'budgets', what: `has ${kilobytes(bytes)} of ${name}, more than ${kilobytes(budget)}: ${advice}` }]
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`
