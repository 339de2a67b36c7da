import { chunkErrorReport, entryOf, faultMessages, faults } from '../support/faults'
import { expect, test } from '../support/test'

test.use({ expectedErrors: faultMessages })

test('R11: a part that does not load is reported as a ChunkLoadError, on the console and to the operator', async ({
  page,
  site,
}) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const url = await site.start()
  await page.route(entryOf('catalog'), faults['answers 404'])
  const report = chunkErrorReport(page)
  await page.goto(`${url}/courses`)
  expect((await report).method()).toBe('POST')
  expect((await report).postDataJSON()).toMatchObject({
    name: 'ChunkLoadError',
    message: expect.stringContaining('catalog/courses-page'),
    url: '/courses',
  })
  expect((await (await report).response())?.status()).toBe(204)
  expect(logged).toContainEqual(expect.stringMatching(/^ChunkLoadError .*catalog\/courses-page/))
  await expect.poll(() => site.log()).toMatch(/"name":"ChunkLoadError".*catalog\/courses-page/)
})
