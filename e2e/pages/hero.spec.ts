import { expect, test } from '../support/test'

test('R44: the hero text moves in after 100 ms and is never hidden', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  // Of the style, since a motion that has ended is no longer listed among the animations.
  const delays = await heading.evaluate((title) =>
    [title, ...title.querySelectorAll('*')]
      .map((element) => getComputedStyle(element))
      .filter(({ animationName }) => animationName !== 'none')
      .map(({ animationDelay }) => animationDelay),
  )
  expect(delays.length).toBeGreaterThan(0)
  expect(new Set(delays)).toEqual(new Set(['0.1s']))
  expect(await heading.evaluate((title) => title.checkVisibility({ opacityProperty: true }))).toBe(true)
})
