import type { Page } from '@playwright/test'
import { expect, open, test } from '../support/test'

type Card = { title: string; description: string }

/** What each card says, read from the page itself. */
function readCards(page: Page): Promise<Card[]> {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Add to Cart' }) })
    .evaluateAll((items) =>
      items.map((item) => {
        const heading = item.querySelector('h3')
        return { title: heading?.textContent ?? '', description: heading?.nextElementSibling?.textContent ?? '' }
      }),
    )
}

async function expectFound(page: Page, expected: readonly Card[]): Promise<void> {
  await expect(page.getByText(`${expected.length} courses found`)).toBeVisible()
  const titles = (await readCards(page)).map(({ title }) => title)
  expect(titles.sort()).toEqual(expected.map(({ title }) => title).sort())
}

function matches({ title, description }: Card, search: string): boolean {
  return `${title}\n${description}`.toLowerCase().includes(search.toLowerCase())
}

test('R51, R60: the search finds parts of title or description, in any case, within the category', async ({ page }) => {
  await open(page, '/courses')
  const cards = await readCards(page)
  expect(cards).toHaveLength(27)
  const onlyDescribed = cards[13]?.description.slice(3, 20) ?? ''
  const box = page.getByPlaceholder('Search courses...')
  for (const search of ['FIRE', 'first aid', 'citb', onlyDescribed.toUpperCase(), '(', 'no such course']) {
    await box.fill(search)
    await expectFound(
      page,
      cards.filter((card) => matches(card, search)),
    )
  }
  await box.fill('level')
  await page.getByRole('navigation', { name: 'Course categories' }).getByRole('link', { name: 'Food Safety' }).click()
  const found = cards.filter((card) => /food/i.test(card.title) && matches(card, 'level'))
  expect(found).toHaveLength(3)
  await expectFound(page, found)
  await expect(page).toHaveURL(/category=food/)
})

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
