import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { addToCart, expectBadge, rowOf } from '../support/shop'
import { root } from '../support/site'
import { expect, hold, open, test } from '../support/test'

test('R105, R190, R191: one store, and one of each shared part from the shell, fetched once, serve every remote', async ({
  page,
}) => {
  const scripts = new Map<string, string>()
  const fetched: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return
    const { pathname } = new URL(response.url())
    fetched.push(pathname)
    scripts.set(pathname, await response.text().catch(() => ''))
  })
  await open(page, '/courses')
  await addToCart(page, 'Manual Handling')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expect(rowOf(page, 'Manual Handling')).toBeVisible()
  await expectBadge(page, 1)
  await page.evaluate(() => {
    const store = Reflect.get(globalThis, Symbol.for('@site/shared/cart-store'))
    store.getState().setQuantity(14, 4)
  })
  await expectBadge(page, 4)
  await expect(rowOf(page, 'Manual Handling').getByRole('combobox')).toHaveValue('4')

  const shares = await page.evaluate(() => {
    type Shared = { from: string; loaded?: boolean; useIn: string[] }
    type Instance = { name: string; shareScopeMap: Record<string, Record<string, Record<string, Shared>>> }
    const { __INSTANCES__: instances }: { __INSTANCES__: Instance[] } = Reflect.get(globalThis, '__FEDERATION__')
    return instances.flatMap(({ name, shareScopeMap }) =>
      Object.entries(shareScopeMap.default ?? {}).map(([request, versions]) => ({
        instance: name,
        request,
        versions: Object.values(versions).map(({ from, useIn }) => ({ from, useIn })),
      })),
    )
  })
  expect(new Set(shares.map(({ instance }) => instance))).toEqual(new Set(['shell', 'catalog', 'content', 'checkout']))
  for (const { instance, request, versions } of shares) {
    expect(versions, `${request} as ${instance} sees it`).toHaveLength(1)
    expect(versions[0]?.from, `${request} as ${instance} sees it`).toBe('shell')
  }
  const usersOf = (request: string) => shares.find((share) => share.request === request)?.versions[0]?.useIn
  for (const request of ['react/jsx-runtime', '@site/shared/navigation'])
    expect(usersOf(request)).toEqual(expect.arrayContaining(['shell', 'catalog', 'content', 'checkout']))
  expect(usersOf('@site/shared/cart')).toEqual(expect.arrayContaining(['shell', 'catalog', 'checkout']))

  expect(fetched.toSorted()).toEqual([...new Set(fetched)].toSorted())
  const marks = {
    react: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
    'react-dom': 'Minified React error',
    router: 'You cannot render a <Router> inside another <Router>',
    zustand: '[zustand persist middleware]',
    cart: 'useCart must be used within a CartProvider',
  }
  for (const [library, mark] of Object.entries(marks)) {
    const holders = [...scripts].filter(([, text]) => text.includes(mark)).map(([pathname]) => pathname)
    expect(holders, library).toEqual([expect.stringMatching(/^\/assets\/shell\//)])
  }
})

test.describe('blocks', () => {
  test.use({ expectedErrors: /ERR_FAILED|ChunkLoadError/ })

  test('a post shows the courses it is about with their prices from the catalogue', async ({ page, request }) => {
    const links = page.getByRole('region', { name: 'Courses in this article' }).getByRole('listitem')
    expect(await (await request.get('/blog/1')).text()).toContain('£399.00')
    await open(page, '/blog/1')
    await expect(links).toHaveText([/Awareness.*£99\.00/, /Supervisor.*£399\.00/, /Management.*£499\.00/])
    // Courses and sidebar moved down when the text came, so that a press on a course was lost.
    const sendText = await hold(page, /content\/3\.\w+\.js/)
    const next = page.getByRole('link', { name: /^Food hygiene/ })
    await next.first().click()
    await expect(page.getByText('Loading the article…')).toBeVisible()
    await expect(links).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('complementary')).toHaveCount(0)
    sendText()
    await expect(links).toHaveText([/Level 1.*£79\.00/, /Level 2.*£95\.00/, /Level 3.*£100\.00/])
    await links.first().getByRole('link').click()
    await expect(page).toHaveURL('/courses#course-22')
  })

  test('home shows blocks of catalog and content, and stays when a later navigation gets none', async ({ page }) => {
    const block = (name: string) => page.getByRole('region', { name }).getByRole('listitem')
    await open(page, '/')
    await expect(block('Popular courses')).toHaveCount(6)
    await expect(block('From the blog')).toHaveCount(2)
    await block('Popular courses').first().getByRole('button', { name: 'Add to Cart' }).click()
    await expectBadge(page, 1)
    await open(page, '/about')
    await page.route(/popular-courses|content\/remote-entry/, (route) => route.abort())
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /safety training/i })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'See all courses' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Read our guides' })).toBeVisible()
  })
})

const packages = ['shell', 'catalog', 'content', 'checkout', 'shared', 'kit']
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

test('R189, R192: the top level has the packages, and Lerna, npm and Jest know each of them', () => {
  for (const file of ['tsconfig.base.json', 'e2e', ...packages.map((it) => `${it}/jest.config.cjs`)])
    expect(existsSync(path.join(root, file)), file).toBe(true)
  const { workspaces, devDependencies } = read('package.json')
  expect(read('lerna.json').packages).toEqual(expect.arrayContaining(packages))
  expect(workspaces).toEqual(expect.arrayContaining([...packages, 'e2e']))
  expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(['jest', '@testing-library/react']))
})
