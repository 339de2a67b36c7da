import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { createSite, type Site } from './site'

type Fixtures = { site: Site; expectedErrors: RegExp }

export const test = base.extend<Fixtures>({
  site: async ({ context }, use) => {
    const site = await createSite({ from: process.env.BUILT_SITE_DIR ?? '' })
    await use(site)
    // No page may request anything from a stopped server.
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

/** Shares one started site between the tests of a file, which run in order. */
export function shareSite(): { site: Site; url: string } {
  const shared = {} as { site: Site; url: string }
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    shared.site = await createSite({ from: process.env.BUILT_SITE_DIR ?? '' })
    shared.url = await shared.site.start()
  })
  test.afterAll(() => shared.site.remove())
  return shared
}

export function watchOtherHosts(page: Page, own = ''): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${own}/`) && !/^(data|blob|about):/.test(url)) asked.push(url)
  })
  return asked
}

export async function hold(page: Page, files: string | RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await held
    await route.continue()
  })
  return release
}

export function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    const { url } = message.location()
    const isOurs = url === '' || new URL(url).hostname === 'localhost'
    if (message.type() === 'error' && isOurs) errors.push(`${message.text()} (${url})`)
  })
  return errors
}

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** React marks elements it has hydrated; a page's heading is hydrated with its page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** The sum of the layout's shifts so far, but for those after input. */
export function readShift(page: Page): Promise<number> {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const { value, hadRecentInput } of list.getEntries() as Shift[]) if (!hadRecentInput) sum += value
        }).observe({ type: 'layout-shift', buffered: true })
        // A shift is reported after its frame.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )
}

export const NO_SHIFT = 0.0005

/** Makes what a page's policy refuses an error. */
export const reportRefusals = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    )
  })
