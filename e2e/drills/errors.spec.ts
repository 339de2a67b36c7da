import { readFileSync } from 'node:fs'
import path from 'node:path'
import { chunkErrorReport, entryOf } from '../support/drill'
import { collectReports, drawVisit, isBadNews } from '../support/reports'
import { root } from '../support/site'
import { expect, open, shareSite, test } from '../support/test'

test.use({ expectedErrors: /Failed to load resource|ChunkLoadError|client only|fokus is not a function/ })
const shared = shareSite()

/** All leave the server's rendering as it is and fail only in the browser. */
const failing = [
  {
    from: '"Available Courses"',
    to: '(()=>{if(location.search.includes("food"))throw new Error("client only");return"Available Courses"})()',
  },
  { from: '"aria-haspopup":"dialog"', to: '"aria-haspopup":"dialog",ref(){throw new Error("client only")}' },
  { from: '.current?.focus()', to: '.current?.fokus()' },
]
test.beforeAll(() => shared.site.release('catalog', '9.0.0', { client: failing }))

const SEARCH_FORM = 'catalog/src/courses/listing/listing-controls.tsx'

// First, because one failure of an address counts.
test('a failure is charged to its release and its place in the sources, in one small message after the load', async ({
  page,
}) => {
  const { site, url } = shared
  const messages = collectReports(page, isBadNews)
  await drawVisit(page, 0.99)
  await open(page, `${url}/courses`)
  await page.getByRole('searchbox').fill('first')
  expect(messages).toEqual([])
  await page.getByRole('button', { name: 'Clear search' }).click()
  const lines = readFileSync(path.join(root, SEARCH_FORM), 'utf8').split('\n')
  const location = `${SEARCH_FORM}:${lines.findIndex((line) => line.includes('.current?.focus()')) + 1}`
  const health = async () => JSON.parse(await site.mustRun('health', '--package', 'catalog', '--json'))
  await expect
    .poll(async () => (await health())[0]?.failing, { timeout: 15_000 })
    .toEqual([{ package: 'catalog', release: '9.0.0', kind: 'throw', location, count: 1, addresses: 1 }])
  expect(messages).toHaveLength(1)
  expect(Buffer.byteLength(JSON.stringify(messages[0]))).toBeLessThanOrEqual(2_048)
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(scripts.filter((name) => /\/vitals\./.test(name))).toEqual([])
  const map = `${scripts.find((name) => name.includes('/assets/catalog/courses-page.'))}.map`
  for (const address of [map, map.replace('/catalog/', '/catalog/maps/')]) {
    expect((await fetch(address)).status).toBe(404)
  }
})

test('R11: an unloaded part is reported as a ChunkLoadError, on the console and to the operator', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route(entryOf('catalog'), (route) => route.fulfill({ status: 404 }))
  const reported = chunkErrorReport(page)
  await page.goto(`${shared.url}/courses`)
  expect((await reported).postDataJSON()).toMatchObject({
    name: 'ChunkLoadError',
    message: expect.stringContaining('catalog/courses-page'),
    url: '/courses',
  })
  expect(logged).toContainEqual(expect.stringMatching(/^ChunkLoadError .*catalog\/courses-page/))
  await expect.poll(() => shared.site.log()).toMatch(/"name":"ChunkLoadError".*catalog\/courses-page/)
})

// A crash in the browser took away the document that the server had sent.
test("R10: a remote that throws while rendering, or in an effect, leaves the server's document, and brings the router's own error page later", async ({
  page,
}) => {
  for (const [address, link] of [
    ['/courses?category=food', 'Food Safety'],
    ['/courses/citb-ssp', 'Our Courses'],
  ] as const) {
    const thrown = page.waitForEvent('console', (message) => message.text().includes('client only'))
    await page.goto(shared.url + address)
    const before = await page.getByRole('main').innerText()
    await thrown
    await expect(page.getByRole('main')).toHaveText(before, { useInnerText: true })
    await open(page, `${shared.url}/about`)
    const target = page.getByRole('link', { name: link, includeHidden: true }).first()
    await target.evaluate((it: HTMLElement) => it.click())
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'client only' })).toBeVisible()
  }
  await open(page, `${shared.url}/about`)
})

test('vitals come from sampled visits alone, when the page is left', async ({ page }) => {
  await drawVisit(page, 0.01)
  const measures = page.waitForResponse(/\/assets\/shell\/vitals\./)
  await open(page, '/courses')
  await measures
  // Only trusted input ends the search for the largest paint.
  await page.getByRole('searchbox').pressSequentially('first')
  const sent = collectReports(page, isBadNews)
  // A page that is really left sends after the test's listener has gone, so it is only hidden.
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    expect(sent).toHaveLength(1)
  }).toPass({ timeout: 20_000 })
  expect(sent[0]).toMatchObject({
    page: 'catalog',
    vitals: { LCP: expect.any(Number) },
    targets: { LCP: expect.any(String) },
  })
})
