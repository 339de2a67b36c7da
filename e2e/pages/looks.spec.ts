import type { Page } from '@playwright/test'
import { routes } from '../support/routes'
import { expect, NO_SHIFT, open, readShift, test } from '../support/test'

const withPictures = routes.filter(({ owner }) => owner !== 'checkout').map(({ path }) => path)

test('R44: the hero text moves in after 100 ms and is never hidden', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  // Ended animations are no longer listed, so the style is read.
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

const before = ['Home: /', 'About Us: /about']
const after = ['Careers: /careers', 'Blog: /blog', 'Contact: /contact']
const menus = {
  Courses: [
    'All Courses: /courses',
    'CITB Site Safety Plus: /courses/citb-ssp',
    'Construction Safety: /courses?category=construction',
    'Health & Safety: /courses?category=health',
    'Food Safety: /courses?category=food',
  ],
  'Online Courses': [
    'Online CITB SSP: /courses?category=online',
    'Online Food Safety: /courses?category=online&type=food',
    'Online Health & Safety: /courses?category=online&type=health',
  ],
}

test('R20, R21, R22, R30: the bar has its links in order, and one menu at a time opens', async ({ page }) => {
  await open(page, '/about')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const shown = () =>
    bar.getByRole('link').evaluateAll((all) => all.map((it) => `${it.textContent}: ${it.getAttribute('href')}`))
  const expectLinks = (...menu: string[]) => expect.poll(shown).toEqual([...before, ...menu, ...after])
  await expectLinks()
  for (const [name, links] of Object.entries(menus)) {
    await bar.getByText(name, { exact: true }).click()
    await expectLinks(...links)
  }
})

test('R17, R18: the contact bar is 48 px high and scrolls away, the main bar comes back', async ({ page }) => {
  await open(page, '/about')
  const bar = page.getByRole('banner').locator('> :first-child')
  expect((await bar.boundingBox())?.height).toBe(48)
  const main = page.getByRole('navigation', { name: 'Main' })
  expect((await main.boundingBox())?.y).toBeGreaterThanOrEqual(48)
  await page.mouse.wheel(0, 900)
  await expect(bar).not.toBeInViewport()
  // In pictures of the whole page both once stood in its middle.
  await expect(page.getByRole('banner'), 'the main bar steps aside').toHaveCSS('opacity', '0')
  await expect(page.getByText('Skip to main content')).toHaveCSS('clip-path', 'inset(50%)')
  await page.mouse.wheel(0, -100)
  await expect(main, 'the main bar comes back').toBeInViewport({ ratio: 1 })
  await page.mouse.wheel(0, -800)
  await expect(bar).toBeInViewport()
})

const labelOf = (page: Page, part: string) =>
  page.locator(part).evaluate((element) => getComputedStyle(element, '::before').content)

test('outlines who made which part of the page, also after a client navigation', async ({ page }) => {
  await open(page, '/?boundaries')
  await expect.poll(() => labelOf(page, 'header[data-boundary]')).toMatch(/^"shell 1\.0\.0/)
  expect(await labelOf(page, 'main > [data-boundary]')).toMatch(/^"shell /)
  expect(await labelOf(page, 'footer[data-boundary]')).toMatch(/^"shell /)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page.locator('main > [data-boundary="content"]')).toBeVisible()
  expect(await labelOf(page, 'main > [data-boundary]')).toMatch(/^"content 1\.0\.0/)
})

test('a post is printed without the ways around the site', async ({ page }) => {
  await open(page, '/blog/1')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  for (const furniture of [
    page.getByRole('link', { name: 'Skip to main content' }),
    page.locator('nav, aside').filter({ visible: true }),
    page.getByRole('link', { name: /Chat with us/ }),
  ]) {
    await expect(furniture).toBeHidden()
  }
  await expect(page.getByRole('contentinfo').getByText('020 7946 0123')).toBeVisible()
})

test('R91: of an open policy the whole text is printed, and nothing of the page behind it', async ({ page }) => {
  await open(page, '/policies')
  await page.getByRole('button', { name: 'View Full Policy: Privacy Policy' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Changes' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const isCut = await dialog.evaluate((it) => {
    const panel = it.firstElementChild
    return panel !== null && panel.scrollHeight > panel.clientHeight + 1
  })
  expect(isCut).toBe(false)
  await expect(page.getByRole('heading', { name: 'Quality Policy' })).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeHidden()
})

// The first page of a visit once had Arial, later pages Public Sans.
test('P2: the typeface comes with the first page, and nothing moves on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 })
  await page.route('**/*.woff2', async (route) => {
    const response = await route.fetch()
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.fulfill({ response })
  })
  for (const path of [...withPictures, '/blog/5', '/cart']) {
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    expect(await readShift(page), path).toBeLessThan(NO_SHIFT)
    expect(await page.evaluate(() => document.fonts.check('16px "Public Sans"')), path).toBe(true)
  }
})

for (const path of ['/courses/citb-ssp', '/blog', '/blog/1']) {
  for (const width of [412, 1280]) {
    test(`P1: the largest paint of ${path}, ${width} px wide, is the picture asked for first`, async ({ page }) => {
      const pictures: { path: string; priority: string }[] = []
      const devtools = await page.context().newCDPSession(page)
      devtools.on('Network.requestWillBeSent', ({ type, request: { url, initialPriority: priority } }) => {
        if (type === 'Image') pictures.push({ path: new URL(url).pathname, priority })
      })
      await devtools.send('Network.enable')
      await page.setViewportSize({ width, height: 823 })
      await page.goto(path)
      expect(pictures.length).toBeGreaterThan(1)
      await expect.poll(() => largestPicture(page)).toBe(pictures[0]?.path)
      expect(pictures.filter(({ priority }) => priority === 'High')).toEqual([pictures[0]])
    })
  }
}

function largestPicture(page: Page): Promise<string | undefined> {
  return page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const { url } = list.getEntries().at(-1) as PerformanceEntry & { url?: string }
          resolve(url ? new URL(url).pathname : undefined)
        })
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}
