import path from 'node:path'
import type { Page } from '@playwright/test'
import { digestAnswers, digestFolder, digestPages, publicPaths } from '../support/evidence'
import { routes } from '../support/routes'
import { addToCart, expectBadge } from '../support/shop'
import { expect, hydrated, open, test } from '../support/test'

const others = ['shell', 'content', 'checkout']
const heading = (text: string) => ({ everywhere: [{ from: '"Available Courses"', to: `"${text}"` }] })
const pathsOf = (isCatalogs: boolean) =>
  routes.filter(({ owner }) => (owner === 'catalog') === isCatalogs).map(({ path: address }) => address)

const numberOf = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return entry?.serverTiming.find(({ name }) => name === 'composition')?.description
  })

test('a release changes its own pages alone, tabs from before it go on, and rollbacks bring every byte back', async ({
  page,
  context,
  site,
}) => {
  test.slow()
  const url = await site.start()
  const showing = (text: string, address = '/courses') =>
    expect.poll(async () => (await fetch(url + address)).text()).toContain(text)
  const live = async () => (await fetch(`${url}/composition.json`)).json()
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
  const evidence = async () => ({
    pages: await digestPages(url, [...pathsOf(false), '/blog/2']),
    assets: await digestAnswers(url, assets),
    files: await files(),
  })
  const first = await digestAnswers(url, publicPaths)
  const others1 = await evidence()
  const catalogs1 = await digestPages(url, pathsOf(true))
  const [about, courses] = [page, await context.newPage()]
  await open(about, `${url}/about`)
  await open(courses, `${url}/courses`)
  expect(await numberOf(about)).toBe(String((await live()).number))

  await test.step('a release of catalog leaves every byte of the others, and of their pages, as it was', async () => {
    await site.release('catalog', '9.0.0', heading('Second heading'))
    await showing('Second heading')
    expect(await evidence()).toEqual(others1)
    expect((await digestPages(url, pathsOf(true)))['/courses']).not.toBe(catalogs1['/courses'])
    expect((await live()).releases.catalog).toBe('9.0.0')
  })

  await test.step('a tab from before it goes on to pages of it, and a new tab sees the release', async () => {
    await about.getByRole('navigation', { name: 'Main' }).getByText('Courses', { exact: true }).click()
    await about.getByRole('link', { name: 'All Courses' }).click()
    await expect(about.getByText('27 courses found')).toBeVisible()
    await addToCart(about, 'Manual Handling')
    await expectBadge(about, 1)
    const other = await context.newPage()
    await open(other, `${url}/courses`)
    await expect(other.getByRole('heading', { name: 'Second heading' })).toBeVisible()
    await expectBadge(other, 1)
  })

  await test.step('a page that is confirmed is of the composition of now, and the Back button keeps it so', async () => {
    await open(about, `${url}/about`)
    const answer = about.waitForResponse(`${url}/about`)
    await about.reload()
    await hydrated(about)
    const now = String((await live()).number)
    expect((await (await answer).allHeaders())['server-timing']).toContain(`composition;desc=${now}`)
    expect(await numberOf(about)).toBe(now)
    await about.goto(`${url}/contact`)
    await about.goBack()
    await expect(about.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
    expect(await numberOf(about)).toBe(now)
  })

  const second = await digestAnswers(url, publicPaths)
  await test.step('a page open during releases finds its own scripts and those of its next pages', async () => {
    await site.release('shell', '9.0.0', { everywhere: [{ from: '"Quick Links"', to: '"Short cuts"' }] })
    await showing('Short cuts', '/')
    await addToCart(courses, 'Manual Handling')
    await courses.getByRole('contentinfo').getByRole('link', { name: 'Our Courses' }).click()
    await expect(courses.getByRole('heading', { level: 1, name: 'CITB Site Safety Plus' })).toBeVisible()
    await courses.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect(courses.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
    await expect(courses.getByText('Quick Links')).toBeVisible()
  })

  await test.step('a rollback brings back, byte for byte, what was live before; twice goes further back', async () => {
    await site.mustRun('rollback')
    await showing('Quick Links', '/')
    expect(await digestAnswers(url, publicPaths)).toEqual(second)
    await site.mustRun('rollback')
    await showing('Available Courses')
    expect(await digestAnswers(url, publicPaths)).toEqual(first)
    const { code, output } = await site.run('rollback')
    expect(code).toBe(1)
    expect(output).toMatch(/no earlier composition/)
    expect(await digestAnswers(url, publicPaths)).toEqual(first)
  })
})
