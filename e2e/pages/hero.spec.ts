import { expect, test } from '../support/test'

test('R44: the hero text moves in after 100 ms and is never hidden', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const delays = await heading.evaluate((title) =>
    document
      .getAnimations()
      .filter(({ effect }) => effect instanceof KeyframeEffect && title.contains(effect.target))
      .map(({ effect }) => effect?.getTiming().delay),
  )
  expect(delays.length).toBeGreaterThan(0)
  expect(new Set(delays)).toEqual(new Set([100]))
  expect(await heading.evaluate((title) => title.checkVisibility({ opacityProperty: true }))).toBe(true)
})
