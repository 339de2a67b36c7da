import { digestAnswers, publicPaths } from '../support/evidence'
import { expect, test } from '../support/test'

const heading = (text: string) => ({ everywhere: [{ from: '"Available Courses"', to: `"${text}"` }] })

test('a rollback brings back, byte for byte, what was live before; twice goes further back', async ({ site }) => {
  const url = await site.start()
  const showing = (text: string) => expect.poll(async () => (await fetch(`${url}/courses`)).text()).toContain(text)
  const first = await digestAnswers(url, publicPaths)
  await site.release('catalog', '9.0.0', heading('Second heading'))
  await showing('Second heading')
  const second = await digestAnswers(url, publicPaths)
  await site.release('catalog', '9.1.0', heading('Third heading'))
  await showing('Third heading')

  await site.mustRun('rollback')
  await showing('Second heading')
  expect(await digestAnswers(url, publicPaths)).toEqual(second)
  await site.mustRun('rollback')
  await showing('Available Courses')
  expect(await digestAnswers(url, publicPaths)).toEqual(first)

  const { code, output } = await site.run('rollback')
  expect(code).toBe(1)
  expect(output).toMatch(/no earlier composition/)
  expect(await digestAnswers(url, publicPaths)).toEqual(first)
})
