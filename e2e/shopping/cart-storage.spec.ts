import { addToCart, expectBadge, readStoredCart, rowOf, storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

const good = storedLine(14, 2)
const hostile = '<img src=x onerror="globalThis.hacked=1">'

for (const { what, text } of [
  { what: 'not JSON', text: '{"id":' },
  { what: 'an empty text', text: '' },
  { what: 'another type', text: '"14"' },
  { what: 'deeply nested', text: '['.repeat(50_000) },
]) {
  test(`R101: a stored cart that is ${what} gives an empty cart, and the shop works`, async ({ page }) => {
    await storeCart(page, text)
    await open(page, '/cart')
    await expect(page.getByText('Your Cart is Empty')).toBeVisible()
    await open(page, '/courses')
    await addToCart(page, 'Manual Handling')
    await expectBadge(page, 1)
  })
}

test('R100, D-25: unknown courses and impossible quantities are dropped and the stored cart is rewritten', async ({
  page,
}) => {
  const lines = [
    { ...good, id: 0 },
    { ...good, id: 28 },
    { ...good, id: '14' },
    { ...storedLine(1), quantity: -1 },
    { ...storedLine(2), quantity: 1.5 },
    { ...storedLine(3), quantity: 99 },
    { ...storedLine(4), price: '299' },
    null,
    good,
  ]
  await storeCart(page, JSON.stringify(lines))
  await open(page, '/cart')
  await expect(rowOf(page, 'Manual Handling')).toBeVisible()
  await expectBadge(page, 7)
  expect(await readStoredCart(page)).toEqual([{ ...storedLine(3), quantity: 5 }, good])
})

test.describe('a hostile stored cart', () => {
  // The policy refuses the address of the image, which is what it is there for.
  test.use({ expectedErrors: /javascript:.*Content Security Policy/ })

  test('R100: stays text, wherever it is shown', async ({ page }) => {
    const text = JSON.stringify([{ ...good, title: hostile, image: 'javascript:globalThis.hacked=1' }])
    await storeCart(page, text.replace('{', '{"__proto__":{"quantity":5},'))
    await open(page, '/cart')
    await expect(page.getByRole('heading', { name: hostile })).toBeVisible()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await expect(page).toHaveURL('/checkout')
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
    expect(await page.evaluate(() => 'quantity' in {})).toBe(false)
  })
})

test('R100: a huge stored cart is read down to the courses there are', async ({ page }) => {
  const line = JSON.stringify(storedLine(1)).replace('"id":1', '"id":0')
  const lines = [...Array(20_000).fill(line), JSON.stringify(good)]
  await storeCart(page, `[${lines.join()}]`)
  await open(page, '/cart')
  await expectBadge(page, 2)
  expect(await readStoredCart(page)).toEqual([good])
})

test.describe('when the browser refuses to store', () => {
  test('R99: full storage keeps the cart in memory, says so, and the shop works on', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await open(page, '/courses')
    await addToCart(page, 'Manual Handling')
    await expectBadge(page, 1)
    await page.getByRole('link', { name: 'View cart' }).click()
    await expect(rowOf(page, 'Manual Handling')).toBeVisible()
    await expect(page.getByText(/does not let this site store your cart/)).toBeVisible()
  })

  test('R99: disabled storage keeps the cart in memory, says so, and the shop works on', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    await open(page, '/courses')
    await addToCart(page, 'Manual Handling')
    await expectBadge(page, 1)
    await page.getByRole('link', { name: 'View cart' }).click()
    await expect(rowOf(page, 'Manual Handling')).toBeVisible()
    await expect(page.getByText(/does not let this site store your cart/)).toBeVisible()
  })
})
