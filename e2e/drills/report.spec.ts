import { chunkErrorReport, entryOf } from '../support/drill'
import { expect, test } from '../support/test'

test.use({ expectedErrors: /Failed to load resource|ChunkLoadError/ })

test('R11: a part that does not load is reported as a ChunkLoadError, on the console and to the operator', async ({
  page,
  site,
}) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const url = await site.start()
  await page.route(entryOf('catalog'), (route) => route.fulfill({ status: 404 }))
  const reported = chunkErrorReport(page)
  await page.goto(`${url}/courses`)
  const report = await reported
  expect(report.method()).toBe('POST')
  expect(report.postDataJSON()).toMatchObject({
    name: 'ChunkLoadError',
    message: expect.stringContaining('catalog/courses-page'),
    url: '/courses',
  })
  expect((await report.response())?.status()).toBe(204)
  expect(logged).toContainEqual(expect.stringMatching(/^ChunkLoadError .*catalog\/courses-page/))
  await expect.poll(() => site.log()).toMatch(/"name":"ChunkLoadError".*catalog\/courses-page/)
})
