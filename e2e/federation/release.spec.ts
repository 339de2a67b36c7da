import path from 'node:path'
import type { Page } from '@playwright/test'
import { digest, digestFolder } from '../support/evidence'
import { collectReports, collectRequests, drawVisit } from '../support/reports'
import { paths, routes } from '../support/routes'
import { addToCart, expectBadge } from '../support/shop'
import { expect, hold, hydrated, open, test } from '../support/test'

test.use({ expectedErrors: /404|ERR_FAILED/ })

async function digestAnswers(url: string, paths: readonly string[]): Promise<Record<string, string>> {
  const digests = paths.map(async (path) => {
    const response = await fetch(url + path, { redirect: 'manual' })
    const headers = ['etag', 'content-security-policy'].map((name) => response.headers.get(name))
    return [path, [response.status, ...headers, digest(new Uint8Array(await response.arrayBuffer()))].join(' ')]
  })
  return Object.fromEntries(await Promise.all(digests))
}

const publicPaths = [...paths, '/courses?category=food', '/blog/no-such-post', '/composition.json']

const others = ['shell', 'content', 'checkout']
/** Home shows catalog's block. */
const pathsOf = (isCatalogs: boolean) =>
  routes
    .filter(({ owner, path: address }) => (owner === 'catalog' || address === '/') === isCatalogs)
    .map(({ path: address }) => address)

const numberOf = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return entry?.serverTiming.find(({ name }) => name === 'composition')?.description
  })

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
  await open(page, '/about')
  await markDocument(page)
  const reports = collectReports(page)
  await goToCourses(page)
  expect(await isMarked(page)).toBe(false)
  expect(reports.filter(({ kind }) => kind === 'load')).toEqual([])
})

test('where the composition is kept from scripts a page goes on, and its reports, each sent once, name none', async ({
  page,
}) => {
  await hideComposition(page)
  await drawVisit(page, 0.99)
  const reports = collectReports(page)
  await open(page, '/about')
  await goToCourses(page)
  for (let press = 0; press < 3; press += 1) await addToCart(page, 'Manual Handling')
  await expect.poll(() => reports.map(({ kind }) => kind)).toEqual(['interactive', 'cart'])
  expect(reports.filter((report) => 'composition' in report)).toEqual([])
})

/** `site activate` once wrote pages with the settings of the operator's shell. */
const anotherShell = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://elsewhere.example',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_elsewhere',
  PAYPAL_CLIENT_ID: 'elsewhere',
}

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
    pages: await digestAnswers(url, [...pathsOf(false), '/blog/2']),
    assets: await digestAnswers(url, assets),
    files: await files(),
  })
  const first = await digestAnswers(url, publicPaths)
  const others1 = await evidence()
  const catalogs1 = await digestAnswers(url, pathsOf(true))
  const [about, courses, cut] = [page, await context.newPage(), await context.newPage()]
  const asked = collectRequests(about, (request) => request.url().startsWith(`${url}/site/`))
  const letGo = await hold(about, '**/site/*')
  await open(about, `${url}/about`)
  await open(courses, `${url}/courses`)
  expect(await numberOf(about)).toBe(String((await live()).number))

  await test.step('a release of catalog leaves every byte of the others, and of their pages, as it was', async () => {
    const everywhere = [{ from: '"Available Courses"', to: '"Second heading"' }]
    const folder = await site.copyRelease('catalog', '9.0.0', { everywhere })
    await site.mustRun('publish', 'catalog', '--from', folder)
    expect(await site.runIn(anotherShell, 'activate', 'catalog@9.0.0')).toMatchObject({ code: 0 })
    await showing('Second heading')
    expect(await (await fetch(`${url}/courses`)).text()).not.toContain('elsewhere')
    expect(await evidence()).toEqual(others1)
    expect((await digestAnswers(url, pathsOf(true)))['/courses']).not.toBe(catalogs1['/courses'])
    expect((await live()).releases.catalog).toBe('9.0.0')
  })

  await test.step('a tab from before it goes on with the files of its own composition, and a new tab sees the release', async () => {
    letGo()
    await goToCourses(about)
    await expect(about.getByRole('heading', { name: 'Available Courses' })).toBeVisible()
    const addresses = asked.map((request) => request.url())
    expect(addresses).toEqual([expect.stringMatching(/\/site\/files\.[0-9a-f]{8}\.json$/)])
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
    await hideComposition(cut)
    await cut.route('**/site/*', (route) => route.abort(), { times: 1 })
    await open(cut, `${url}/about`)
    await markDocument(cut)
    await site.release('shell', '9.0.0', { everywhere: [{ from: '"Quick Links"', to: '"Short cuts"' }] })
    await showing('Short cuts', '/')
    await addToCart(courses, 'Manual Handling')
    await courses.getByRole('contentinfo').getByRole('link', { name: 'Our Courses' }).click()
    await expect(courses.getByRole('heading', { level: 1, name: 'CITB Site Safety Plus' })).toBeVisible()
    await courses.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect(courses.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
    await expect(courses.getByText('Quick Links')).toBeVisible()
  })

  await test.step('a tab that cannot tell its composition mixes nothing: its next page is a new document', async () => {
    await goToCourses(cut)
    expect(await isMarked(cut)).toBe(false)
    await expect(cut.getByText('Short cuts')).toBeVisible()
  })

  await test.step('a rollback brings back, byte for byte, what was live before; twice goes further back', async () => {
    expect(await site.runIn(anotherShell, 'rollback')).toMatchObject({ code: 0 })
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

  // A new phone number took a release of every package.
  await test.step('M8: published facts of the company are on every page, and hydration keeps them', async () => {
    const { number } = await live()
    const facts = {
      name: 'Marsh & Daughters Ltd',
      shortName: 'Marsh & Daughters',
      postcode: 'LS1 4AP',
      phone: '0113 496 0123',
      opensAt: '08:30',
    }
    for (const [fact, text] of Object.entries(facts)) await site.mustRun('company', 'set', fact, text)
    await site.mustRun('company', 'publish')
    await showing('0113 496 0123', '/careers')
    const html = await (await fetch(`${url}/contact`)).text()
    expect(html).toContain('"legalName":"Marsh & Daughters Ltd"')
    expect(html).not.toMatch(/Safety Training Partners|7946/)
    await open(about, `${url}/contact`)
    const phone = about.getByRole('link', { name: '0113 496 0123' }).first()
    await expect(phone).toHaveAttribute('href', 'tel:+441134960123')
    await expect(about.getByText('08:30 - 17:00').first()).toBeVisible()
    await expect(about.getByRole('contentinfo')).toContainText('London, LS1 4AP, United Kingdom')
    await expect(about.locator('iframe')).toHaveCount(0)
    await goToCourses(about)
    await expect(about.getByText('Why Choose Marsh & Daughters')).toBeVisible()
    await expect(about).toHaveTitle(/ \| Marsh & Daughters$/)
    expect(await site.mustRun('diff', String(number), 'live')).toContain('setting company differs')
    await site.mustRun('rollback')
    await showing('020 7946 0123', '/contact')
  })
})
