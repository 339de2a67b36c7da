import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds, each as its rule and the element. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const found = await page.evaluate((runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    return axe.run(document, { runOnly, resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
  }, RULES)
  return found.violations.flatMap(({ id, nodes }: AxeResults['violations'][number]) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
