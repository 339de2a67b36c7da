import type { Page } from '@playwright/test'
import { collectReports } from '../support/reports'
import { expect, hold, open, shareSite, test } from '../support/test'

test.use({ expectedErrors: /404|ERR_FAILED/ })
const shared = shareSite()

async function goToCourses(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Courses', { exact: true }).click()
  await page.getByRole('link', { name: 'All Courses' }).click()
  await expect(page.getByText('27 courses found')).toBeVisible()
}

/** As in browsers before 2023, or behind a proxy that drops the header. */
const hideComposition = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(PerformanceResourceTiming.prototype, 'serverTiming', { get: () => undefined }),
  )
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { isFirst: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isFirst' in window)

test('a tab whose composition is not kept any more goes on as a new document', async ({ page }) => {
  await page.route('**/site/*', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await open(page, `${shared.url}/about`)
  await markDocument(page)
  const reports = collectReports(page)
  await goToCourses(page)
  expect(await isMarked(page)).toBe(false)
  expect(reports.filter(({ kind }) => kind === 'load')).toEqual([])
})

test('where the composition is kept from scripts a page goes on, and its reports name none', async ({ page }) => {
  await hideComposition(page)
  const reports = collectReports(page)
  await open(page, `${shared.url}/about`)
  await goToCourses(page)
  await expect.poll(() => reports.filter(({ kind }) => kind === 'interactive')).toHaveLength(1)
  expect(reports.filter((report) => 'composition' in report)).toEqual([])
})

test('a tab from before a release finds the files of its own composition, asked for only after it', async ({
  page,
}) => {
  const { site, url } = shared
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/site/')) asked.push(pathname)
  })
  const letGo = await hold(page, '**/site/*')
  await open(page, `${url}/about`)
  await site.release('catalog', '9.0.0', { everywhere: [{ from: '"Available Courses"', to: '"Courses on offer"' }] })
  letGo()
  await goToCourses(page)
  await expect(page.getByRole('heading', { name: 'Available Courses' })).toBeVisible()
  expect(asked).toEqual([expect.stringMatching(/^\/site\/files\.[0-9a-f]{8}\.json$/)])
})

test('without it a tab from before a release of the shell mixes nothing: the next page is a new document', async ({
  page,
}) => {
  const { site, url } = shared
  await hideComposition(page)
  await page.route('**/site/*', (route) => route.abort(), { times: 1 })
  await open(page, `${url}/about`)
  await markDocument(page)
  await site.release('shell', '9.0.0', { everywhere: [{ from: '"Quick Links"', to: '"Short cuts"' }] })
  await goToCourses(page)
  expect(await isMarked(page)).toBe(false)
  await expect(page.getByText('Short cuts')).toBeVisible()
})
