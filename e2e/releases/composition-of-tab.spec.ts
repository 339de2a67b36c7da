import type { Page } from '@playwright/test'
import { collectReports } from '../support/reports'
import type { Site } from '../support/site'
import { expect, hydrated, open, test } from '../support/test'

const renamed = { everywhere: [{ from: '"Available Courses"', to: '"Courses on offer"' }] }

/** What the document's scripts can read of the composition it was sent in. */
const numberOf = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return entry?.serverTiming.find(({ name }) => name === 'composition')?.description
  })

async function liveNumber(url: string): Promise<string> {
  return String((await (await fetch(`${url}/composition.json`)).json()).number)
}

/** A release of catalog of which this origin sends pages. */
async function releaseCatalog(site: Site, url: string): Promise<void> {
  await site.release('catalog', '9.0.0', renamed)
  await expect.poll(async () => (await fetch(`${url}/courses`)).text()).toContain('Courses on offer')
}

async function goToCourses(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Courses', { exact: true }).click()
  await page.getByRole('link', { name: 'All Courses' }).click()
}

test('a page that a browser has is of the composition that confirmed it, and the Back button keeps it so', async ({
  page,
  site,
}) => {
  const url = await site.start()
  await open(page, `${url}/about`)
  const first = await numberOf(page)
  expect(first).toBe(await liveNumber(url))
  await releaseCatalog(site, url)
  const answer = page.waitForResponse(`${url}/about`)
  await page.reload()
  await hydrated(page)
  expect((await (await answer).allHeaders())['server-timing']).toContain(`composition;desc=${await liveNumber(url)}`)
  const second = await numberOf(page)
  expect([second, second === first]).toEqual([await liveNumber(url), false])
  await page.goto(`${url}/contact`)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  expect(await numberOf(page)).toBe(second)
})

test('a tab from before a release finds the files of its own composition, asked for only after it', async ({
  page,
  site,
}) => {
  const url = await site.start()
  const asked: string[] = []
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/site/*', async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await held
    await route.continue()
  })
  await open(page, `${url}/about`)
  await releaseCatalog(site, url)
  letGo()
  await goToCourses(page)
  await expect(page.getByRole('heading', { name: 'Available Courses' })).toBeVisible()
  expect(asked).toEqual([expect.stringMatching(/^\/site\/files\.[0-9a-f]{8}\.json$/)])
})

test.describe('a tab whose composition is not kept any more', () => {
  test.use({ expectedErrors: /404/ })

  test('goes on to the page of another package as a new document', async ({ page, site }) => {
    const url = await site.start()
    await page.route('**/site/*', (route) => route.fulfill({ status: 404, body: 'Not found' }))
    await open(page, `${url}/about`)
    await page.evaluate(() => Object.assign(window, { isFirst: true }))
    const reports = collectReports(page)
    await goToCourses(page)
    await expect(page.getByRole('heading', { name: 'Available Courses' })).toBeVisible()
    expect(await page.evaluate(() => 'isFirst' in window)).toBe(false)
    expect(reports.filter(({ kind }) => kind === 'load')).toEqual([])
  })
})

test.describe('where the composition is kept from scripts', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })
  test.beforeEach(async ({ page }) => {
    // As in browsers before 2023, or behind a proxy that takes the header away.
    await page.addInitScript(() =>
      Object.defineProperty(PerformanceResourceTiming.prototype, 'serverTiming', { get: () => undefined }),
    )
  })

  test('a page goes on to those of other packages, and its reports name none', async ({ page, site }) => {
    const url = await site.start()
    const reports = collectReports(page)
    await open(page, `${url}/about`)
    await goToCourses(page)
    await expect(page.getByText('27 courses found')).toBeVisible()
    await expect.poll(() => reports.filter(({ kind }) => kind === 'interactive')).toHaveLength(1)
    expect(reports.filter((report) => 'composition' in report)).toEqual([])
  })

  test('a tab from before a release of the shell mixes nothing: the next page is a new document', async ({
    page,
    site,
  }) => {
    const url = await site.start()
    await page.route('**/site/*', (route) => route.abort(), { times: 1 })
    await open(page, `${url}/about`)
    await page.evaluate(() => Object.assign(window, { isFirst: true }))
    await site.release('shell', '9.0.0', { everywhere: [{ from: '"Quick Links"', to: '"Short cuts"' }] })
    await expect.poll(async () => (await fetch(url)).text()).toContain('Short cuts')
    await goToCourses(page)
    await expect(page.getByText('27 courses found')).toBeVisible()
    expect(await page.evaluate(() => 'isFirst' in window)).toBe(false)
    await expect(page.getByText('Short cuts')).toBeVisible()
  })
})
