import path from 'node:path'
import { confirm, readLink, signUp } from '../support/account'
import { cards, expectSuccess, newBuyer, typeCard } from '../support/checkout'
import { buildPatched } from '../support/copies.mjs'
import { addToCart, cardOf, expectBadge } from '../support/shop'
import { expect, open, test } from '../support/test'

const TITLE = 'Lone Working'

// Cart, checkout and API knew the last course's number, so a new course waited for a release of each.
test('R97, R100: course 28 is listed, found, bought and on the receipt by a release of catalog alone, and leaves the carts with it', async ({
  site,
  browser,
}) => {
  test.setTimeout(600_000)
  const dist = path.join(buildPatched('course-28', ['catalog']), 'catalog/dist')
  const before = JSON.parse(await site.mustRun('status', '--json')).live.releases
  await site.mustRun('publish', 'catalog', '--from', dist)
  await site.mustRun('activate', 'catalog@latest')
  const { catalog, ...others } = JSON.parse(await site.mustRun('status', '--json')).live.releases
  expect({ ...others, catalog: before.catalog }).toEqual(before)
  expect(catalog).not.toBe(before.catalog)

  const context = await browser.newContext({ baseURL: await site.start() })
  const page = await context.newPage()
  const buyer = newBuyer()
  await open(page, '/courses')
  await expect(page.getByText('28 courses found')).toBeVisible()
  await page.getByPlaceholder('Search courses...').fill('lone')
  await expect(page.getByText('1 courses found')).toBeVisible()
  await addToCart(page, TITLE)
  await signUp(page, buyer)
  await page.goto('/checkout')
  await typeCard(page, cards.succeeds)
  await page.getByRole('button', { name: 'Pay £144.00' }).click()
  const orderId = await expectSuccess(page, buyer)
  await confirm(page, await readLink(page.request, 'account_confirm', buyer.email))
  await page.goto(`/account/orders/${orderId}`)
  await expect(page.getByRole('main').getByText(TITLE)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download VAT receipt R-/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^R-\d+\.pdf$/)

  await open(page, '/courses')
  await addToCart(page, TITLE)
  await addToCart(page, 'Manual Handling')
  await site.mustRun('rollback')
  await expect.poll(async () => (await page.request.get('/courses')).text()).toContain('27 courses found')
  await open(page, '/cart')
  await expect(page.getByText(`${TITLE} is no longer sold and has been taken out of your cart.`)).toBeVisible()
  await expectBadge(page, 1)
  await open(page, '/courses')
  await expect(cardOf(page, TITLE)).toHaveCount(0)
  await context.close()
})
