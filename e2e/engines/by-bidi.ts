import { type ElementHandle, launch } from 'puppeteer-core'
import { until, type Visitor } from './engine'

/** An installed Firefox, by WebDriver BiDi. */
export async function openByBidi(executablePath: string): Promise<Visitor> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
  })
  const page = await browser.newPage()
  return {
    version: await browser.version(),
    open: async (url) => {
      await page.goto(url)
    },
    async find(locator, argument) {
      const element = await until<ElementHandle>(
        `${locator.name} ${JSON.stringify(argument)}`,
        async () =>
          (await page.evaluateHandle(`(${locator})(${JSON.stringify(argument)})`)).asElement() as ElementHandle | null,
      )
      return { click: () => element.click(), type: (text) => element.type(text) }
    },
    ask: (question, argument) => page.evaluate(`(${question})(${JSON.stringify(argument)})`),
    close: () => browser.close(),
  }
}
