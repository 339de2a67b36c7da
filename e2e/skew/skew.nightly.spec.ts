import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { buildPatched } from '../support/copies.mjs'
import { buyTwice } from '../support/journey'
import { addToCart, cardOf, expectBadge } from '../support/shop'
import { createSite, packages, root, type Site } from '../support/site'
import { collectErrors, expect, open, test } from '../support/test'

/**
 * Combines builds of different versions that fit.
 * `grown`: `shared` has one more part and colour. `changed`: `useLocation` renames its state.
 */
const trees = { today: packages, grown: ['shell', 'catalog', 'checkout'], changed: ['shell', 'catalog'] } as const
type Version = keyof typeof trees
type Cell = { use: (page: Page) => Promise<void>; shell?: Version; catalog?: Version; checkout?: Version }

const cells: readonly Cell[] = [
  // The names of shared parts.
  { use: useCatalog, shell: 'grown', catalog: 'today' },
  { use: useCatalog, shell: 'grown', catalog: 'grown' },
  // Their types.
  { use: useCatalog, shell: 'changed', catalog: 'changed' },
  // The colours of the page.
  { use: buyTwice, shell: 'grown', checkout: 'today' },
  { use: buyTwice, shell: 'grown', checkout: 'grown' },
]

test.describe.configure({ mode: 'default' })

const versions: Record<string, string> = {}
let registry: Site

test.beforeAll(async () => {
  test.setTimeout(900_000)
  registry = await createSite({ from: process.env.BUILT_SITE_DIR ?? '' })
  for (const [tree, names] of Object.entries(trees)) {
    const folder = tree === 'today' ? root : buildPatched(tree, names)
    for (const name of names) {
      const dist = path.join(folder, name, 'dist')
      versions[`${tree} ${name}`] = JSON.parse(await readFile(path.join(dist, 'release.json'), 'utf8')).version
      if (tree !== 'today') await registry.mustRun('publish', name, '--from', dist)
    }
  }
})

test.afterAll(() => registry?.remove())

for (const { use, ...chosen } of cells) {
  const names = Object.entries(chosen).map(([name, version]) => `${name} ${version}`)
  test(`${names.join(', ')}: used in a browser`, async ({ browser }) => {
    const site = await createSite({ from: registry.directory })
    try {
      const releases = Object.entries(chosen).map(([name, version]) => `${name}@${versions[`${version} ${name}`]}`)
      expect(await site.mustRun('check', ...releases)).toMatch(/ fits?: everything compared/)
      await site.mustRun('activate', ...releases)
      const context = await browser.newContext({ baseURL: await site.start() })
      const errors = collectErrors(context)
      const page = await context.newPage()
      await use(page)
      await context.close()
      expect(errors).toEqual([])
    } finally {
      await site.remove()
    }
  })
}

async function useCatalog(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await open(page, '/courses?category=health')
  await page.getByPlaceholder('Search courses...').fill('manual')
  await expect(page).toHaveURL(/q=manual/)
  await addToCart(page, 'Manual Handling')
  const card = cardOf(page, 'Manual Handling')
  await card.getByRole('link', { name: /^View details/ }).click()
  await expect(page).toHaveURL(/citb-ssp/)
  await expect(main.locator('[aria-haspopup="dialog"]').first()).toBeVisible()
  for (const button of await main.locator('[aria-haspopup="dialog"]').all()) {
    await button.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { level: 2 })).not.toBeEmpty()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await main.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expectBadge(page, 2)
  await page.goBack()
  await expect(page.getByPlaceholder('Search courses...')).toHaveValue('manual')
}
