import path from 'node:path'
import { digestAnswers, digestFolder, digestPages } from '../support/evidence'
import { routes } from '../support/routes'
import { expect, test } from '../support/test'

const others = ['shell', 'content', 'checkout']

const changed = { everywhere: [{ from: '"Available Courses"', to: '"Courses on offer"' }] }

// Each page named the composition's number and every package's files, so a release of one changed the pages of all.
test('releasing catalog leaves every page of the other packages as it was, to the byte', async ({ site }) => {
  const url = await site.start()
  const pagesOf = (isCatalogs: boolean) =>
    routes.filter(({ owner }) => (owner === 'catalog') === isCatalogs).map(({ path: address }) => address)
  const digests = async () => ({
    others: await digestPages(url, [...pagesOf(false), '/blog/2']),
    catalog: await digestPages(url, pagesOf(true)),
  })
  const before = await digests()
  await site.release('catalog', '9.0.0', changed)
  await expect.poll(async () => (await fetch(`${url}/courses`)).text()).toContain('Courses on offer')
  const after = await digests()
  expect(after.others).toEqual(before.others)
  expect(after.catalog['/courses']).not.toBe(before.catalog['/courses'])
})

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

  await site.release('catalog', '9.0.0', changed)
  await expect.poll(async () => (await fetch(`${url}/courses`)).text()).toContain('Courses on offer')

  expect(await files()).toEqual(before)
  expect(await digestAnswers(url, assets)).toEqual(served)
  const live = (await (await fetch(`${url}/composition.json`)).json()).releases
  expect(live.catalog).toBe('9.0.0')
  for (const name of others) expect(before[path.join(name, live[name], 'release.json')]).toBeDefined()
})
