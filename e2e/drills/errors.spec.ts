import { chunkErrorReport, entryOf } from '../support/drill'
import { expect, open, shareSite, test } from '../support/test'

test.use({ expectedErrors: /Failed to load resource|ChunkLoadError|client only/ })
const shared = shareSite()

test('R11: a part that does not load is reported as a ChunkLoadError, on the console and to the operator', async ({
  page,
}) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route(entryOf('catalog'), (route) => route.fulfill({ status: 404 }))
  const reported = chunkErrorReport(page)
  await page.goto(`${shared.url}/courses`)
  const report = await reported
  expect(report.method()).toBe('POST')
  expect(report.postDataJSON()).toMatchObject({
    name: 'ChunkLoadError',
    message: expect.stringContaining('catalog/courses-page'),
    url: '/courses',
  })
  expect((await report.response())?.status()).toBe(204)
  expect(logged).toContainEqual(expect.stringMatching(/^ChunkLoadError .*catalog\/courses-page/))
  await expect.poll(() => shared.site.log()).toMatch(/"name":"ChunkLoadError".*catalog\/courses-page/)
})

/** Both leave the server's rendering as it is and fail only in the browser. */
const breaks = {
  '9.0.0': { from: '"Available Courses"', to: '(()=>{throw new Error("client only")})()' },
  '9.0.1': { from: 'id:"available-courses"', to: 'id:"available-courses",ref(){throw new Error("client only")}' },
}

test("R10: a remote that throws while rendering, or in an effect, brings the router's own error page, and other pages work", async ({
  page,
}) => {
  for (const [version, replacement] of Object.entries(breaks)) {
    await shared.site.release('catalog', version, { client: [replacement] })
    await page.goto(`${shared.url}/courses`)
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'client only' })).toBeVisible()
  }
  await open(page, `${shared.url}/courses/citb-ssp`)
  await expect(page.getByRole('heading', { level: 1, name: 'CITB Site Safety Plus' })).toBeVisible()
})
