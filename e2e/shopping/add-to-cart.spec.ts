import { addToCart, cardOf, expectBadge, readStoredCart } from '../support/shop'
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
