import { expect, open, test } from '../support/test'

test('R60: what was typed before the page came alive is searched for', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/catalog/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/courses')
  await page.getByPlaceholder('Search courses...').fill('abrasive')
  await expect(page.getByText('27 courses found')).toBeVisible()
  release()
  await expect(page.getByText('1 courses found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Abrasive Wheels' })).toBeVisible()
})

test('a search typed just before a click on a link must not take the visitor back, nor go with them', async ({
  page,
}) => {
  await page.clock.install()
  await open(page, '/courses')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/blog-page.*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.getByPlaceholder('Search courses...').fill('abrasive')
  await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/blog"]')?.click())
  // Longer than a search waits for the next letter, while the page is still to come.
  await page.clock.runFor(1_500)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  await expect(page).toHaveURL('/blog')
})
