import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { buyTwice } from '../support/journey'
import { addToCart, cardOf, expectBadge } from '../support/shop'
import { createSite, packages, root, type Site } from '../support/site'
import { collectErrors, expect, open, test } from '../support/test'
import { buildTree } from './build-tree'

/**
 * Combines builds of different versions; fitting pairs run in a browser, others must be refused.
 * `grown`: `shared` has one more part, colour and field. `changed`: `useLocation` renames its state.
 */
type Version = 'today' | 'grown' | 'changed'
type Cell = { shell?: Version; catalog?: Version; checkout?: Version; api?: Version; refused?: RegExp }
type Pair = { pair: string; use: (page: Page) => Promise<void>; cells: readonly Cell[] }

const noNotice =
  /catalog@.* uses Notice of @site\/shared\/ui \(catalog\/src\/safety-plus\/safety-plus-card\.tsx:2\), which shell@.* does not export/
const otherState = (given: RegExp) =>
  new RegExp(
    `catalog@.* uses useLocation of @site/shared/navigation \\(catalog/src/courses/listing/use-listing\\.ts:1\\).*${given.source}`,
  )
const noColour =
  /checkout@.* uses var\(--site-colour-total\) without a fallback \(checkout\/src\/cart\/cart-page\.module\.css:\d+\)/
const noField =
  /checkout@.* sends POST \/api\/payments\/create-payment-intent with the field "giftCode" that is an unknown field/

const table: readonly Pair[] = [
  {
    pair: 'shell and catalog, by the names of shared parts',
    use: useCatalog,
    cells: [
      { shell: 'grown', catalog: 'today' },
      { shell: 'today', catalog: 'grown', refused: noNotice },
      { shell: 'grown', catalog: 'grown' },
    ],
  },
  {
    pair: 'shared in the shell and in the catalog, by its types',
    use: useCatalog,
    cells: [
      { shell: 'changed', catalog: 'changed' },
      { shell: 'changed', catalog: 'today', refused: otherState(/"state" is required now/) },
      { shell: 'today', catalog: 'changed', refused: otherState(/"kept" is required now/) },
      { shell: 'grown', catalog: 'changed', refused: otherState(/"kept" is required now/) },
    ],
  },
  {
    pair: 'shell and checkout, by the colours of the page',
    use: buyTwice,
    cells: [
      { shell: 'grown', checkout: 'today', api: 'grown' },
      { shell: 'today', checkout: 'grown', api: 'grown', refused: noColour },
      { shell: 'grown', checkout: 'grown', api: 'grown' },
    ],
  },
  {
    pair: 'checkout and the API, by the calls',
    use: buyTwice,
    cells: [
      { shell: 'grown', checkout: 'today', api: 'today' },
      { shell: 'grown', checkout: 'grown', api: 'today', refused: noField },
    ],
  },
]

test.describe.configure({ mode: 'default' })

const trees: Record<Version, string> = { today: root, grown: '', changed: '' }
const versions: Record<string, string> = {}
let registry: Site
let folder: string

test.beforeAll(async () => {
  test.setTimeout(900_000)
  trees.grown = buildTree('grown', ['shell', 'catalog', 'checkout', 'platform/origin', 'platform/operator'])
  trees.changed = buildTree('changed', ['shell', 'catalog'])
  folder = await mkdtemp(path.join(tmpdir(), 'skew-'))
  registry = await createSite({ from: process.env.BUILT_SITE_DIR ?? '' })
  for (const [tree, names] of [
    ['today', packages],
    ['grown', ['shell', 'catalog', 'checkout']],
    ['changed', ['shell', 'catalog']],
  ] as const) {
    for (const name of names) {
      const dist = path.join(trees[tree], name, 'dist')
      versions[`${tree} ${name}`] = JSON.parse(await readFile(path.join(dist, 'release.json'), 'utf8')).version
      if (tree !== 'today') await registry.mustRun('publish', name, '--from', dist)
    }
  }
})

test.afterAll(async () => {
  await registry?.remove()
  if (folder) await rm(folder, { recursive: true, force: true })
})

for (const { pair, use, cells } of table) {
  test.describe(pair, () => {
    for (const { refused, api = 'today', ...chosen } of cells) {
      const names = Object.entries({ ...chosen, api })
      const title = names.map(([name, version]) => `${name} ${version}`).join(', ')
      test(`${title}: ${refused ? 'refused' : 'used in a browser'}`, async ({ browser }) => {
        const site = await createSite({ from: registry.directory, tree: trees[api] })
        try {
          const releases = Object.entries(chosen).map(([name, version]) => `${name}@${versions[`${version} ${name}`]}`)
          const { code, output } = await site.run('check', ...releases)
          expect(output).toMatch(refused ?? / fits?: everything compared/)
          expect(code).toBe(refused ? 2 : 0)
          if (refused) {
            expect(await site.run('activate', ...releases)).toMatchObject({
              code: 1,
              output: expect.stringMatching(refused),
            })
            return
          }
          await site.mustRun('activate', ...releases)
          const context = await browser.newContext({ baseURL: await site.start() })
          const errors = collectErrors(context)
          const page = await context.newPage()
          await expect.poll(async () => (await page.request.get('/api/health')).status(), { timeout: 60_000 }).toBe(200)
          await use(page)
          await context.close()
          expect(errors).toEqual([])
        } finally {
          await site.remove()
        }
      })
    }
  })
}

async function useCatalog(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await open(page, '/courses')
  await expect(page).toHaveTitle(/Courses/)
  await main.getByRole('navigation', { name: 'Course categories' }).getByRole('link', { name: 'Food Safety' }).click()
  await expect(page).toHaveURL(/category=food/)
  await expect(page.getByText('3 courses found')).toBeVisible()
  await main.getByRole('link', { name: 'All Courses' }).click()
  await addToCart(page, 'Manual Handling')
  await expectBadge(page, 1)
  await page.getByPlaceholder('Search courses...').fill('manual')
  await expect(cardOf(page, 'Manual Handling')).toBeVisible()
  await expect(page).toHaveURL(/q=manual/)
  await cardOf(page, 'Manual Handling')
    .getByRole('link', { name: /^View details/ })
    .click()
  await expect(page).toHaveURL(/citb-ssp/)
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await openEveryDialog(page)
  await main.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expectBadge(page, 2)
  await page.goBack()
  await expect(page.getByPlaceholder('Search courses...')).toHaveValue('manual')
}

async function openEveryDialog(page: Page): Promise<void> {
  const buttons = page.getByRole('main').locator('[aria-haspopup="dialog"]')
  await expect(buttons.first()).toBeVisible()
  for (const button of await buttons.all()) {
    await button.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { level: 2 })).not.toBeEmpty()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  }
}
