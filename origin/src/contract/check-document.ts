const MAIN = /<main\b[^>]*>([\s\S]*?)<\/main\s*>/i
const TITLE = /<title\b[^>]*>([\s\S]*?)<\/title\s*>/i
const NOT_TEXT = /<(script|style|template)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi
const TAG = /<[^>]*>/g
const PRICE = /£\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{2})?/g
const STRUCTURED_DATA = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/gi
const OFFERED_PRICE = /"(?:price|lowPrice|highPrice)":\s*"?(\d+(?:\.\d+)?)/g

/**
 * What is wrong with a rendered page: nothing to read, no title, or a price nobody can pay.
 * @param prices in pounds, of the price list; `undefined` for a page of a package that sells nothing
 */
export function checkDocument(html: string, prices: ReadonlySet<number> | undefined): string[] {
  const main = MAIN.exec(html)?.[1]
  return [
    ...(textOf(TITLE.exec(html)?.[1] ?? '') === '' ? ['has no title: render <PageHead>'] : []),
    ...(main === undefined ? ['has no <main>'] : []),
    ...(main !== undefined && textOf(main) === '' ? ['has an empty <main>: nothing was rendered there'] : []),
    ...(prices ? unlistedPrices(html, textOf(main ?? ''), prices) : []),
  ]
}

function unlistedPrices(html: string, text: string, listed: ReadonlySet<number>): string[] {
  const shown = [...text.matchAll(PRICE)].map(([, pounds = '', pence = '']) => Number(pounds.replace(/,/g, '') + pence))
  const offered = [...html.matchAll(STRUCTURED_DATA)].flatMap(([, json = '']) =>
    [...json.matchAll(OFFERED_PRICE)].map(([, price]) => Number(price)),
  )
  const unlisted = [...new Set([...shown, ...offered])].filter((price) => !listed.has(price))
  return unlisted.map((price) => `shows £${price}, which is in no course's prices: a buyer could not pay it`)
}

function textOf(html: string): string {
  return html
    .replace(NOT_TEXT, '')
    .replace(TAG, '')
    .replace(/&nbsp;|\s/g, ' ')
    .trim()
}
