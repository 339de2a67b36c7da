import { addToCart, cardOf, cartIcon, expectBadge, readStoredCart } from '../support/shop'
import { expect, open, test } from '../support/test'

test('R24, R67, R96, R98, R184, D-25: adding calls no server, raises the badge, and stops at five places', async ({
  page,
}) => {
  await open(page, '/courses')
  await expectBadge(page, 0)
  await page.getByRole('heading', { name: 'Manual Handling' }).scrollIntoViewIfNeeded()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') calls.push(`${request.method()} ${request.url()}`)
  })
  await addToCart(page, 'Manual Handling')
  await expectBadge(page, 1)
  // Where other packages’ files are is asked when the browser has nothing to do.
  expect(calls.filter((call) => !/\/assets\/|\/site\/files\./.test(call))).toEqual([])
  await addToCart(page, 'First Aid at Work')
  await expectBadge(page, 2)
  await expect(page.getByRole('status').filter({ hasText: 'First Aid at Work added to your cart.' })).toHaveCount(1)
  for (let place = 2; place <= 5; place += 1) await addToCart(page, 'Manual Handling')
  await expectBadge(page, 6)
  await addToCart(page, 'Manual Handling')
  await expect(cardOf(page, 'Manual Handling').getByText(/holds 5 of these/)).toBeVisible()
  await expectBadge(page, 6)
  expect(await readStoredCart(page)).toMatchObject([
    { id: 14, title: 'Manual Handling', price: 179, quantity: 5 },
    { id: 8, title: 'First Aid at Work', price: 299, quantity: 1 },
  ])
})

test('R68–R71, R74: the details open in a dialog, which adds the course and closes three ways', async ({ page }) => {
  await open(page, '/courses/citb-ssp')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  const dialog = page.getByRole('dialog')
  const openDetails = () =>
    cards
      .first()
      .getByRole('button', { name: /details/i })
      .click()
  await openDetails()
  await expect(dialog).toContainText('per person')
  await dialog.getByRole('button', { name: 'Add to Cart' }).click()
  await expectBadge(page, 1)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await openDetails()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await openDetails()
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 400)
  await expect(dialog).toHaveCount(0)
})

test('D-19: a detailed course keeps its own price in the cart, and its id survives a reload', async ({ page }) => {
  await open(page, '/courses/citb-ssp')
  const add = page.getByRole('article').getByRole('button', { name: 'Add to Cart' })
  await add.first().click()
  await add.last().click()
  await expectBadge(page, 2)
  const stored = expect.arrayContaining([
    expect.objectContaining({ id: 17, price: 299 }),
    expect.objectContaining({ id: 2, price: 395 }),
  ])
  expect(await readStoredCart(page)).toEqual(stored)
  await page.reload()
  await expect(cartIcon(page)).toHaveAccessibleName('Cart 2 items')
})
