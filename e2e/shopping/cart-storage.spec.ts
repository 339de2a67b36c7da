import { addToCart, expectBadge, readStoredCart, rowOf, storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

const good = storedLine(14, 2)
const hostile = '<img src=x onerror="globalThis.hacked=1">'

test('R101: a stored cart that cannot be read gives an empty cart, and the shop works', async ({ page }) => {
  await open(page, '/about')
  for (const text of ['{"id":', '', '"14"', '['.repeat(50_000)]) {
    await page.evaluate((text) => localStorage.setItem('cart', text), text)
    await open(page, '/cart')
    await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  }
  await open(page, '/courses')
  await addToCart(page, 'Manual Handling')
  await expectBadge(page, 1)
})

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
  // The policy refuses the image's address.
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

const refusals = {
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
  disabled: () => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  },
}

for (const [how, refuse] of Object.entries(refusals)) {
  test(`R99: ${how} storage keeps the cart in memory, says so, and the shop works on`, async ({ page }) => {
    await page.addInitScript(refuse)
    await open(page, '/courses')
    await addToCart(page, 'Manual Handling')
    await expectBadge(page, 1)
    await page.getByRole('link', { name: 'View cart' }).click()
    await expect(rowOf(page, 'Manual Handling')).toBeVisible()
    await expect(page.getByText(/does not let this site store your cart/)).toBeVisible()
  })
}
