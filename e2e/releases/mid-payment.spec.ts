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
import { collectErrors, expect, open, shareSite, test } from '../support/test'

/** Course 1; `total` with VAT. */
const today = { price: 99, total: '119.00' }
const dearer = { price: 109, total: '131.00' }
type Price = typeof today

const shared = shareSite()

test.beforeAll(async () => {
  const { site, url } = shared
  // The payment step's policy names the address of its scripts.
  await site.mustRun('settings', '--public-url', url)
  const folder = await site.copyRelease('catalog', '9.0.0', {
    everywhere: [{ from: /price: ?99\b/, to: `price:${dearer.price}` }],
    manifest: (release) => {
      const json = JSON.stringify(release).replaceAll('"prices":[99]', `"prices":[${dearer.price}]`)
      Object.assign(release, JSON.parse(json.replaceAll('"price":99,', `"price":${dearer.price},`)))
    },
  })
  await site.mustRun('publish', 'catalog', '--from', folder)
})

async function expectCharged(page: Page, buyer: Buyer, total: string): Promise<void> {
  await expectPaidOnce(page.request, await expectSuccess(page, buyer), buyer, total)
}

async function atCheckout(browser: Browser, { price, total }: Price) {
  const context = await browser.newContext({ baseURL: shared.url })
  const errors = collectErrors(context)
  const page = await context.newPage()
  const buyer = newBuyer()
  await storeCart(page, [{ ...storedLine(1), price }])
  // The first document only sets the canary's cookie.
  await open(page, '/')
  await open(page, '/checkout')
  await fillIn(page, buyer)
  const pay = () => page.getByRole('button', { name: `Pay £${total}` }).click()
  return {
    page,
    async payByCardThatAsks() {
      await typeCard(page, cards.asks)
      await pay()
      await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeVisible()
    },
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

async function isShown({ price }: Price, { request }: Page): Promise<void> {
  await expect.poll(async () => (await request.get('/courses')).text()).toContain(`£${price}.00`)
}

test('a canary that begins, and one that ends, while the buyer is asked: the shown price is charged, once', async ({
  browser,
}) => {
  const { site } = shared
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
  const { site } = shared
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
