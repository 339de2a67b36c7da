import path from 'node:path'
import { digestAnswers, digestFolder } from '../support/evidence'
import { expect, test } from '../support/test'

const others = ['shell', 'content', 'checkout']

test('releasing catalog leaves every byte of the other packages as it was', async ({ site }) => {
  const url = await site.start()
  const files = async () => {
    const all = await digestFolder(path.join(site.directory, 'releases'))
    return Object.fromEntries(Object.entries(all).filter(([file]) => others.includes(file.split(path.sep)[0] ?? '')))
  }
  const before = await files()
  const assets = Object.keys(before)
    .map((file) => file.split(path.sep))
    .filter(([, , side]) => side === 'client')
    .map(([name, , , ...file]) => `/assets/${name}/${file.join('/')}`)
  expect(assets.length).toBeGreaterThan(10)
  const served = await digestAnswers(url, assets)
  expect(Object.values(served).every((answer) => answer.startsWith('200 '))).toBe(true)

  await site.release('catalog', '9.0.0', { everywhere: [{ from: '"Available Courses"', to: '"Courses on offer"' }] })
  await expect.poll(async () => (await fetch(`${url}/courses`)).text()).toContain('Courses on offer')

  expect(await files()).toEqual(before)
  expect(await digestAnswers(url, assets)).toEqual(served)
  const live = (await (await fetch(`${url}/composition.json`)).json()).releases
  expect(live.catalog).toBe('9.0.0')
  for (const name of others) expect(before[path.join(name, live[name], 'release.json')]).toBeDefined()
})
