import { entryOf } from '../support/drill'
import { addToCart, expectBadge } from '../support/shop'
import { expect, test } from '../support/test'

let arrive = () => {}

test.beforeEach(async ({ page }) => {
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(entryOf('catalog'), async (route) => {
    await held
    await route.continue()
  })
})

test('R67: Add to Cart pressed before any script has run still puts the course into the cart', async ({ page }) => {
  await page.goto('/courses', { waitUntil: 'commit' })
  await addToCart(page, 'Manual Handling')
  await addToCart(page, 'First Aid at Work')
  await expectBadge(page, 0)
  arrive()
  await expectBadge(page, 2)
})

test('R55: a filter chosen before any script has run shows its courses', async ({ page }) => {
  await page.goto('/courses', { waitUntil: 'commit' })
  const filters = page.getByRole('navigation', { name: 'Course categories' })
  await filters.getByRole('link', { name: 'Food Safety' }).click()
  await expect(page).toHaveURL('/courses?category=food')
  arrive()
  await expect(page.getByText('3 courses found')).toBeVisible()
})
