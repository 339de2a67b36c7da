import type { Browser, Page } from '@playwright/test'
import {
  type Buyer,
  bank,
  cards,
  chooseInWallet,
  expectPaidOnce,
  expectSuccess,
  fillIn,
  newBuyer,
  typeCard,
  walletButton,
} from '../support/checkout'
import { storeCart, storedLine } from '../support/shop'
import { createSite, type Site } from '../support/site'
import { collectErrors, expect, open, test } from '../support/test'

/** What one place on course 1 costs, and what is paid with VAT and fee. */
const today = { price: 99, total: '119.00' }
const dearer = { price: 109, total: '131.00' }
type Price = typeof today

let site: Site
let url: string

test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  site = await createSite({ from: process.env.BUILT_SITE_DIR ?? '' })
  url = await site.start()
  // The payment step names the address that its scripts come from.
  await site.mustRun('settings', '--public-url', url)
  const folder = await site.copyRelease('catalog', '9.0.0', {
    everywhere: [{ from: /price: ?99\b/, to: `price:${dearer.price}` }],
    // What the API charges, and what search engines are told.
    manifest: (release) => {
      const json = JSON.stringify(release).replaceAll('"prices":[99]', `"prices":[${dearer.price}]`)
      Object.assign(release, JSON.parse(json.replaceAll('"price":99,', `"price":${dearer.price},`)))
    },
  })
  await site.mustRun('publish', 'catalog', '--from', folder)
})
test.afterAll(() => site.remove())

/** Waits until the shop says thank you, and looks up what was charged. */
async function expectCharged(page: Page, buyer: Buyer, total: string): Promise<void> {
  await expectPaidOnce(page.request, await expectSuccess(page, buyer), buyer, total)
}

/** A buyer at a checkout that shows this price. */
async function atCheckout(browser: Browser, { price, total }: Price) {
  const context = await browser.newContext({ baseURL: url })
  const errors = collectErrors(context)
  const page = await context.newPage()
  const buyer = newBuyer()
  await storeCart(page, [{ ...storedLine(1), price }])
  // The document that brings the cookie of a canary is still that of everybody.
  await open(page, '/')
  await open(page, '/checkout')
  await fillIn(page, buyer)
  const pay = () => page.getByRole('button', { name: `Pay £${total}` }).click()
  return {
    page,
    /** Until the bank asks, which it goes on doing. */
    async payByCardThatAsks() {
      await typeCard(page, cards.asks)
      await pay()
      await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeVisible()
    },
    /** Until PayPal's window is open, as it stays. */
    async openWallet() {
      await page.getByRole('radio', { name: /PayPal/ }).check()
      await walletButton(page).click()
      await expect(page.getByRole('dialog', { name: 'PayPal sandbox' })).toBeVisible()
    },
    async expectCharged() {
      await expectCharged(page, buyer, total)
      expect(errors).toEqual([])
      await context.close()
    },
  }
}

/** Waits until this visitor is shown the price. */
async function isShown({ price }: Price, { request }: Page): Promise<void> {
  await expect.poll(async () => (await request.get('/courses')).text()).toContain(`£${price}.00`)
}

test('a canary that begins, and one that ends, while the buyer is asked: the shown price is charged, once', async ({
  browser,
}) => {
  const before = await atCheckout(browser, today)
  await before.payByCardThatAsks()
  await site.mustRun('canary', 'start', 'catalog@9.0.0', '--share', '100')
  await isShown(dearer, before.page)
  await bank(before.page).getByRole('button', { name: 'Complete' }).click()
  await before.expectCharged()

  const within = await atCheckout(browser, dearer)
  await within.openWallet()
  await site.mustRun('canary', 'stop')
  await isShown(today, within.page)
  await chooseInWallet(within.page, 'Pay')
  await within.expectCharged()
})

test('a release and a rollback while the buyer is asked, or reads: the shown price is charged, once', async ({
  browser,
}) => {
  const asked = await atCheckout(browser, today)
  await asked.payByCardThatAsks()
  await site.mustRun('activate', 'catalog@9.0.0')
  await isShown(dearer, asked.page)
  await bank(asked.page).getByRole('button', { name: 'Complete' }).click()
  await asked.expectCharged()

  const late = await atCheckout(browser, dearer)
  await site.mustRun('rollback')
  await isShown(today, late.page)
  await late.payByCardThatAsks()
  await bank(late.page).getByRole('button', { name: 'Complete' }).click()
  await late.expectCharged()
})
