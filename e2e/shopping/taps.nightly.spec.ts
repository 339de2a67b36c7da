import type { Locator } from '@playwright/test'
import { confirm, readLink, signUp } from '../support/account'
import { cards, chooseInWallet, expectSuccess, newBuyer } from '../support/checkout'
import { cardOf } from '../support/shop'
import { expect, hydrated, open, test } from '../support/test'

const TITLE = 'Level 2 Food Safety & Hygiene'
/** Taps and swipes a journey may take, with one for each field. */
const LIMITS = { search: 3, menu: 3, compare: 4, card: 10, paypal: 8, order: 3, receipt: 1 }

const PHONE = { width: 360, height: 740 }

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

test('seven journeys on a phone take few taps', async ({ page, request }) => {
  test.slow()
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  const type = async (name: string, text: string, exact = true) => {
    taps += 1
    await page.getByLabel(name, { exact }).fill(text)
  }
  const expectFew = (name: keyof typeof LIMITS) => {
    test.info().annotations.push({ type: name, description: `${taps} taps` })
    expect(taps, name).toBeLessThanOrEqual(LIMITS[name])
  }
  const start = async (address: string) => {
    taps = 0
    await open(page, address)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string) => page.getByRole('link', { name }).filter({ visible: true }).first()
  const inMenu = () => page.getByRole('dialog', { name: 'Menu' })

  await start('/')
  await tap(link('Our Services'))
  await type('Search by title or description', 'level 2 food')
  await expect(page.getByText('1 courses found')).toBeInViewport()
  await expect(cardOf(page, TITLE), 'the first result is on the screen').toBeInViewport({ ratio: 0.5 })
  expectFew('search')

  await start('/')
  await tap(button('Menu'))
  await tap(inMenu().getByText('Courses', { exact: true }))
  await tap(inMenu().getByRole('link', { name: 'Food Safety', exact: true }))
  await expect(page.getByText('3 courses found')).toBeVisible()
  await expect(cardOf(page, TITLE)).toBeInViewport()
  expectFew('menu')
  // A swipe.
  taps += 1
  await cardOf(page, TITLE).scrollIntoViewIfNeeded()
  for (const title of ['Level 1 Food Safety & Hygiene', TITLE])
    for (const fact of [/^£\d+\.00$/, /Day/])
      await expect(cardOf(page, title).getByText(fact).first(), `${title}: ${fact}`).toBeInViewport()
  expectFew('compare')

  const buyer = newBuyer()
  async function toPayment() {
    await start('/courses?category=food')
    await tap(cardOf(page, TITLE).getByRole('button', { name: 'Add to Cart' }))
    await tap(cardOf(page, TITLE).getByRole('link', { name: 'View cart' }))
    await tap(link('Proceed to Checkout'))
    await expect(page).toHaveURL('/checkout')
    await hydrated(page)
    // Their labels end with a star.
    await type('First Name', buyer.firstName, false)
    await type('Last Name', buyer.lastName, false)
    await type('Email', buyer.email, false)
  }
  await toPayment()
  await type('Card number', cards.succeeds)
  await type('Expiry date', '12 / 34')
  await type('Security code', '123')
  await tap(button('Pay £114.00'))
  await expectSuccess(page, buyer)
  expectFew('card')
  Object.assign(buyer, newBuyer())
  await toPayment()
  await tap(page.getByRole('radio', { name: /PayPal/ }))
  await tap(button('Pay with PayPal'))
  await chooseInWallet(page, 'Pay')
  await expectSuccess(page, buyer)
  expectFew('paypal')

  // The header of a wide window shows the account.
  await page.setViewportSize({ width: 1280, height: 800 })
  await signUp(page, buyer)
  await page.setViewportSize(PHONE)
  await confirm(page, await readLink(request, 'account_confirm', buyer.email))
  await start('/')
  await tap(button('Menu'))
  await tap(inMenu().getByRole('link', { name: /account/ }))
  await tap(link(TITLE))
  await expect(page).toHaveURL(/\/account\/orders\/order_/)
  expectFew('order')
  taps = 0
  const download = page.waitForEvent('download')
  await tap(button(/^Download VAT receipt R-/))
  expect((await download).suggestedFilename()).toMatch(/^R-\d{6}\.pdf$/)
  expectFew('receipt')
})
