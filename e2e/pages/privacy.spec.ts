import type { Page } from '@playwright/test'
import { cards, expectSuccess, newBuyer, payByCard } from '../support/checkout'
import { readKept } from '../support/privacy-policy'
import { routes } from '../support/routes'
import { addToCart, storeCart, storedLine } from '../support/shop'
import { expect, hydrated, open, test } from '../support/test'

/** Scrolls through the page, so that what is loaded late is asked for too. */
async function lookAtAll(page: Page): Promise<void> {
  await hydrated(page)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let at = 0; at < height; at += 600) await page.mouse.wheel(0, 600)
  await page.waitForLoadState('networkidle')
}

test('D-24: a first visit to each page asks no other host', async ({ page, baseURL }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const own = (url: string) => url.startsWith(`${baseURL}/`) || /^(data|blob|about):/.test(url)
  await storeCart(page, [storedLine(1)])
  for (const { path } of routes) {
    await page.goto(path)
    await lookAtAll(page)
    expect(asked.filter((url) => !own(url), path)).toEqual([])
  }
  // What the visitor asks for is asked for.
  await open(page, '/contact')
  await page.getByRole('button', { name: 'Show the map' }).click()
  await expect
    .poll(() => asked.filter((url) => !own(url)))
    .toEqual([expect.stringMatching(/^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?/)])
})

test('what a browser keeps after a purchase with a new account is what the privacy policy lists', async ({ page }) => {
  const kept = new Set<string>()
  await page.exposeFunction('noteKept', (name: string) => kept.add(name))
  // Also what is kept for a moment.
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name, value) {
      Reflect.get(window, 'noteKept')(this === localStorage ? name : `${name} of a session`)
      setItem.call(this, name, value)
    }
  })
  const buyer = newBuyer()
  await open(page, '/courses')
  await addToCart(page, 'CITB Health & Safety Awareness')
  await open(page, '/signup')
  await page.getByLabel('First Name').fill(buyer.firstName)
  await page.getByLabel('Last Name').fill(buyer.lastName)
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await payByCard(page, cards.succeeds)
  await expectSuccess(page, buyer)
  await expect.poll(() => kept.has('cart_paid')).toBe(true)
  // Over https its name is `__Host-session`.
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['session'])
  const databases = await page.evaluate(async () => [...(await indexedDB.databases()), ...(await caches.keys())])
  expect(databases).toEqual([])

  const listed = await readKept(page)
  expect([...kept].toSorted()).toEqual(listed.keys)
  // `canary.spec.ts` meets the last two.
  expect(listed.cookies).toEqual(['__Host-session', 'site_rollout', 'site_preview'])
})
