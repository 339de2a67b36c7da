import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { createSite, type Site } from './site'

type Fixtures = {
  /** A site of the test's own, for tests that release, break or measure; not yet started. */
  site: Site
  /** Errors that the test provokes; any other error in the browser fails it. */
  expectedErrors: RegExp
}

export const test = base.extend<Fixtures>({
  site: async ({ context }, use) => {
    const site = await createSite({ from: process.env.BUILT_SITE_DIR ?? '' })
    await use(site)
    // Nothing is to be asked for when the server has gone, such as an image that is still to come.
    for (const page of context.pages()) await page.goto('about:blank')
    await site.remove()
  },
  expectedErrors: [/(?!)/, { option: true }],
  context: async ({ context, expectedErrors }, use) => {
    const errors = collectErrors(context)
    await use(context)
    expect(errors.filter((error) => !expectedErrors.test(error))).toEqual([])
  },
})

export { expect }

/** Every error on the console, of a script and of the security policy, in all tabs. */
export function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    const { url } = message.location()
    // What other servers do not answer in a test is none of the site's failures.
    const isOurs = url === '' || new URL(url).hostname === 'localhost'
    if (message.type() === 'error' && isOurs) errors.push(`${message.text()} (${url})`)
  })
  return errors
}

/** Opens a page and waits until the scripts of shell and page have taken it over. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** React marks the elements it has taken over; a page's heading is taken over with its page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
  )
}
