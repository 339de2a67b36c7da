import type { BrowserType, ElementHandle } from '@playwright/test'
import { until, type Visitor } from './engine'

type Options = { executablePath?: string; args?: string[] }

/** Playwright's own engines, and every Chromium. */
export async function openByPlaywright(type: BrowserType, options: Options = {}): Promise<Visitor> {
  const browser = await type.launch(options)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  return {
    version: `${type.name()} ${browser.version()}`,
    open: async (url) => {
      await page.goto(url)
    },
    async find(locator, argument) {
      const element = await until<ElementHandle>(`${locator.name} ${JSON.stringify(argument)}`, async () => {
        const handle = await page.evaluateHandle(`(${locator})(${JSON.stringify(argument)})`)
        return handle.asElement() as ElementHandle | null
      })
      return { click: () => element.click(), type: (text) => element.type(text) }
    },
    ask: (question, argument) => page.evaluate(`(${question})(${JSON.stringify(argument)})`),
    close: () => browser.close(),
  }
}
