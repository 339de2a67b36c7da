import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function violations(page: Page, without: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const found = await page.evaluate(
    ({ runOnly, without }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const exclude = without.filter((part) => document.querySelector(part)).map((part) => [part])
      return axe.run(exclude.length > 0 ? { exclude } : document, {
        runOnly,
        // Preloading fetches every style and film again.
        preload: false,
        resultTypes: ['violations'],
        rules: { 'target-size': { enabled: true } },
      })
    },
    { runOnly: RULES, without },
  )
  return found.violations.flatMap(({ id, nodes }: AxeResults['violations'][number]) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
