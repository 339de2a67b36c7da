import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { isBadNews } from '../support/reports'
import { addToCart } from '../support/shop'
import { root } from '../support/site'
import { expect, open, shareSite, test } from '../support/test'

const shared = shareSite()

const heading = { everywhere: [{ from: '"Available Courses"', to: '"Courses on trial"' }] }

async function cookiesOf(page: Page): Promise<string[]> {
  return (await page.context().cookies()).map(({ name }) => name)
}

test('a canary is met by its part of the visitors, who stay in it, and its tabs outlive it', async ({ page }) => {
  const { site, url } = shared
  await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', '9.0.0', heading))
  await site.mustRun('canary', 'start', 'catalog@9.0.0', '--share', '100')
  const isOnTrial = async () => (await (await page.request.get(`${url}/courses`)).text()).includes('Courses on trial')
  await expect.poll(isOnTrial).toBe(true)
  expect(await cookiesOf(page)).toEqual(['site_rollout'])
  await open(page, `${url}/courses`)
  await expect(page.getByRole('heading', { name: 'Courses on trial' })).toBeVisible()
  expect((await (await fetch(`${url}/courses`)).text()).includes('Courses on trial')).toBe(false)

  await site.mustRun('canary', 'stop')
  await expect.poll(isOnTrial).toBe(false)
  // The canary's tab keeps its page and finds the modules of the next.
  await addToCart(page, 'Manual Handling')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  expect(await cookiesOf(page)).toEqual([])
})

test('a preview is shown to the browser with its link, under a ribbon that leads out', async ({ page, browser }) => {
  const { site, url } = shared
  await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', '9.0.0-pr.12', heading))
  const printed = (await site.mustRun('preview', 'catalog@9.0.0-pr.12')).match(/http\S+\/preview\/\S+/)?.[0] ?? ''
  // A copied site's settings still name the original's address.
  const link = url + new URL(printed).pathname
  const hasPreview = async () => {
    await page.goto(link)
    return page.getByRole('complementary', { name: 'Preview' }).isVisible()
  }
  await expect.poll(hasPreview).toBe(true)
  expect(await cookiesOf(page)).toEqual(['site_preview'])
  await open(page, `${url}/courses`)
  await expect(page.getByRole('heading', { name: 'Courses on trial' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByText('Preview of catalog@9.0.0-pr.12. Only this browser sees it.')).toBeVisible()

  const other = await browser.newPage()
  await other.goto(`${url}/courses`)
  await expect(other.getByRole('heading', { name: 'Available Courses' })).toBeVisible()
  await other.close()

  await page.getByRole('link', { name: 'Leave the preview' }).click()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toHaveCount(0)
  await page.goto(`${link.slice(0, -3)}AAA`)
  await expect(page.getByRole('complementary', { name: 'Preview' })).toHaveCount(0)
})

const SEARCH_FORM = 'catalog/src/courses/listing/listing-controls.tsx'

function lineOf(file: string, text: string): number {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
  return lines.findIndex((line) => line.includes(text)) + 1
}

test.describe('a failure on a page', () => {
  test.use({ expectedErrors: /fokus is not a function/ })

  test('is charged to its release and its place in the sources, in one small message after the load', async ({
    page,
  }) => {
    const { site, url } = shared
    const clumsy = { client: [{ from: '.current?.focus()', to: '.current?.fokus()' }] }
    await site.release('catalog', '9.1.0', clumsy)
    const messages: string[] = []
    page.on('request', (request) => {
      if (isBadNews(request)) messages.push(request.postData() ?? '')
    })
    await page.addInitScript(() => {
      Math.random = () => 0.99
    })
    await open(page, `${url}/courses`)
    await page.getByRole('searchbox').fill('first')
    expect(messages).toEqual([])
    await page.getByRole('button', { name: 'Clear search' }).click()
    const health = async () => JSON.parse(await site.mustRun('health', '--package', 'catalog', '--json'))
    await expect
      .poll(async () => (await health())[0]?.failing, { timeout: 15_000 })
      .toEqual([
        {
          package: 'catalog',
          release: '9.1.0',
          kind: 'throw',
          location: `${SEARCH_FORM}:${lineOf(SEARCH_FORM, '.current?.focus()')}`,
          count: 1,
          addresses: 1,
        },
      ])
    expect(messages).toHaveLength(1)
    expect(Buffer.byteLength(messages[0] ?? '')).toBeLessThanOrEqual(2_048)
    const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(scripts.filter((name) => /\/vitals\./.test(name))).toEqual([])
    const map = `${scripts.find((name) => name.includes('/assets/catalog/courses-page.'))}.map`
    for (const address of [map, map.replace('/catalog/', '/catalog/maps/')]) {
      expect((await fetch(address)).status).toBe(404)
    }
  })

  test('vitals come from sampled visits alone, when the page is left', async ({ page }) => {
    const { url } = shared
    await page.addInitScript(() => {
      Math.random = () => 0.01
    })
    const measures = page.waitForResponse(/\/assets\/shell\/vitals\./)
    await open(page, `${url}/courses`)
    await measures
    // Only trusted input ends the search for the largest paint.
    await page.getByRole('searchbox').pressSequentially('first')
    const sent: string[] = []
    page.on('request', (request) => {
      if (isBadNews(request)) sent.push(request.postData() ?? '')
    })
    // A page that is really left sends after the test's listener has gone, so it is only hidden.
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      expect(sent).toHaveLength(1)
    }).toPass({ timeout: 20_000 })
    expect(JSON.parse(sent[0] ?? '{}')).toMatchObject({
      page: 'catalog',
      vitals: { LCP: expect.any(Number) },
      targets: { LCP: expect.any(String) },
    })
  })
})
