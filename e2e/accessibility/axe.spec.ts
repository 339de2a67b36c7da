import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { type PageState, pages, states } from '../../scripts/lib/page-states.mjs'
import { storeCart } from '../support/shop'
import { expect, open, test } from '../support/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WIDTHS = [360, 1280]
const HEIGHT = 900
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const addressed = Object.entries(pages).map(([name, address]): [string, PageState] => [name, { address }])
const all = [...addressed, ...Object.entries(states)]

/** What axe finds, each as its rule and the element. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const found = await page.evaluate((runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    return axe.run(document, { runOnly, resultTypes: ['violations'] })
  }, RULES)
  return found.violations.flatMap(({ id, nodes }: AxeResults['violations'][number]) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

test.use({
  // A motion that has not ended is measured with colours nobody reads.
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /status of (402|404|409|422|503)|ERR_FAILED|ChunkLoadError/,
})

for (const [name, { address, from = 0, below = Number.POSITIVE_INFINITY, cart, bring }] of all) {
  const [first = 0, ...wider] = WIDTHS.filter((width) => width >= from && width < below)
  test(`axe finds nothing: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: first, height: HEIGHT })
    if (cart) await storeCart(page, cart)
    await open(page, address)
    await bring?.(page)
    expect(await violations(page), `${first} px`).toEqual([])
    // The same page with the same state, as a turned or a larger screen shows it.
    for (const width of wider) {
      await page.setViewportSize({ width, height: HEIGHT })
      expect(await violations(page), `${width} px`).toEqual([])
    }
  })
}
