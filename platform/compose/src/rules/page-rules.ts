import type { CheckedPage, PageFault } from './checked-page'
import { listedPrices } from './listed-prices'

/**
 * Bytes a page may have before compression, which is what a phone has to read and run. A third more than the largest
 * page of the site when they were set: 122 kB of HTML and 524 kB of scripts.
 */
export const HTML_BUDGET = 160_000
export const SCRIPT_BUDGET = 700_000

const PRICE = /£\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{2})?/g

/** What is wrong with one page, whatever the others are. */
export function checkPage(page: CheckedPage): PageFault[] {
  return [...contentFaults(page), ...headingFaults(page), ...priceFaults(page), ...markupFaults(page), ...tooBig(page)]
}

function contentFaults({ facts: { titles, main } }: CheckedPage): PageFault[] {
  const whats = [
    ...(titles.join('') === '' ? ['has no title: render <PageHead>'] : []),
    ...(main === undefined ? ['has no <main>'] : []),
    ...(main !== undefined && main.trim() === '' ? ['has an empty <main>: nothing was rendered there'] : []),
  ]
  return whats.map((what) => ({ rule: 'content', what }))
}

function headingFaults({ facts: { headings, titles } }: CheckedPage): PageFault[] {
  const faults: PageFault[] = []
  if (titles.length > 1) {
    faults.push({ rule: 'titles', what: `has ${titles.length} titles (${titles.join(' | ')}): render <PageHead> once` })
  }
  if (headings.length !== 1) {
    const found = headings.length === 0 ? 'no h1' : `${headings.length} h1 (${headings.join(' | ')})`
    faults.push({ rule: 'headings', what: `has ${found}: give it exactly one, which says what the page is` })
  }
  return faults
}

function priceFaults({ facts: { main }, priceList }: CheckedPage): PageFault[] {
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

function markupFaults({ facts: { faults } }: CheckedPage): PageFault[] {
  return faults.map((fault) => ({ rule: 'markup', what: `has ${fault}: close it, or put it where HTML lets it be` }))
}

function tooBig({ htmlBytes, scriptBytes }: CheckedPage): PageFault[] {
  return [
    ...overBudget('HTML', htmlBytes, HTML_BUDGET, 'show less at first'),
    ...overBudget('scripts', scriptBytes, SCRIPT_BUDGET, 'load what is not needed at once later'),
  ]
}

function overBudget(name: string, bytes: number, budget: number, advice: string): PageFault[] {
  if (bytes <= budget) return []
  return [{ rule: 'budgets', what: `has ${kilobytes(bytes)} of ${name}, more than ${kilobytes(budget)}: ${advice}` }]
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`
}
