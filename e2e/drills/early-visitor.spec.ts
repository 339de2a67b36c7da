import { entryOf } from '../support/drill'
import { addToCart, expectBadge } from '../support/shop'
import { expect, test } from '../support/test'

const DELAY_MS = 1_500

test.beforeEach(async ({ page }) => {
  await page.route(entryOf('catalog'), async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
    await route.fulfill({ response })
  })
})

test('R67: Add to Cart pressed before any script has run still puts the course into the cart', async ({ page }) => {
  await page.goto('/courses', { waitUntil: 'commit' })
  const arrived = page.waitForResponse(entryOf('catalog'))
  await addToCart(page, 'Manual Handling')
  await addToCart(page, 'First Aid at Work')
  await expectBadge(page, 0)
  await arrived
  await expectBadge(page, 2)
})

test('R55: a filter chosen before any script has run shows its courses', async ({ page }) => {
  await page.goto('/courses', { waitUntil: 'commit' })
  const filters = page.getByRole('navigation', { name: 'Course categories' })
  await filters.getByRole('link', { name: 'Food Safety' }).click()
  await expect(page).toHaveURL('/courses?category=food')
  await expect(page.getByText('3 courses found')).toBeVisible()
})
