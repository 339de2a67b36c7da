import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Another theme changes nothing else. */
export const COLOURS = ['color-contrast', 'link-in-text-block']
/** Off unless named: 2.5.8, 2.5.3. */
const ALSO = ['target-size', 'label-content-name-mismatch']

export async function injectAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
}

/** At 1280 and 360 px nothing is cut off, and axe finds nothing in either theme. */
export async function expectSound(page: Page, name: string): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${name} ${width} px`).toBe(0)
  }
  expect(await violations(page), name).toEqual([])
  // The desk's button was white on yellow in the dark.
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page, COLOURS), `${name}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

export async function violations(page: Page, runOnly = ALL): Promise<string[]> {
  await injectAxe(page)
  const found = await page.evaluate(
    ({ runOnly, also }) => {
      // Running transitions give wrong colours.
      for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      return axe.run(document, {
        runOnly,
        // Preloading fetches every style and film again.
        preload: false,
        resultTypes: ['violations'],
        rules: Object.fromEntries(also.map((rule) => [rule, { enabled: true }])),
      })
    },
    { runOnly, also: runOnly === ALL ? ALSO : [] },
  )
  return found.violations.flatMap(({ id, nodes }: AxeResults['violations'][number]) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
