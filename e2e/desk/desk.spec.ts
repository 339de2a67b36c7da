import type { Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { readLink } from '../support/account'
import { expectSound } from '../support/axe'
import { cards, expectSuccess, fillIn, newBuyer, typeCard } from '../support/checkout'
import { tabAndPress, tabAndType, tabTo } from '../support/keyboard'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

const OWNER = 'owner@example.com'

test.slow()

async function bookForFive(browser: Browser, baseURL: string) {
  const buyer = newBuyer()
  const page = await (await browser.newContext({ baseURL })).newPage()
  await storeCart(page, [storedLine(14, 5)])
  await open(page, '/checkout')
  await fillIn(page, buyer)
  await typeCard(page, cards.succeeds)
  await page.getByRole('button', { name: 'Pay £1074.00' }).click()
  const orderId = await expectSuccess(page, buyer)
  await page.getByRole('button', { name: 'Enter people and dates' }).click()
  for (const person of [1, 2, 3, 4, 5]) await page.getByLabel(`Name of person ${person}`).fill(`Guest ${person}`)
  await page.getByLabel('Email of person 1').fill('guest@example.com')
  await page.getByLabel('Company').fill('Marsh Builders Ltd')
  await page.getByLabel('Wishes for dates').fill('Mornings.\nNot on Mondays.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved\./)).toBeVisible()
  await open(page, await readLink(page.request, `order_confirmation ${orderId}`, buyer.email))
  await expect(page.getByText(`Order ${orderId}`)).toBeVisible()
  await expect(page.getByLabel('Name of person 5')).toHaveValue('Guest 5')
  await expect(page.getByLabel('Wishes for dates')).toHaveValue('Mornings.\nNot on Mondays.')
  await page.getByLabel('Purchase order number').fill('PO-0042')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved\./)).toBeVisible()
  return { buyer, orderId }
}

/** The newest message that the shop wrote, in the developer's outbox. */
async function openMail(page: Page, kind: string): Promise<void> {
  await page.goto('/sandbox/mail')
  await page.getByRole('link', { name: kind }).first().click()
}

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name })

test('the owner signs in, finds an order by half a name, refunds £49.50, corrects an address and confirms a date: by keyboard, without scripts, on a phone; axe finds nothing, at 360 and 1280 px nothing is cut off', async ({
  site,
  browser,
}) => {
  const url = await site.start()
  const { buyer, orderId } =
    await test.step('five people: the thank-you page asks who is coming, and the mailed link shows and changes it', () =>
      bookForFive(browser, url))
  const viewport = { width: 360, height: 740 }
  const plain = await browser.newContext({ baseURL: url, javaScriptEnabled: false, viewport })
  const page = await plain.newPage()
  const looked = await (await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })).newPage()
  const title = page.getByRole('heading', { level: 1 })

  async function look(address: string): Promise<void> {
    await looked.context().addCookies(await plain.cookies())
    await looked.goto(address)
    await expectSound(looked, address)
  }

  async function lookHere(): Promise<void> {
    await looked.setContent(await page.content())
    await expectSound(looked, await page.title())
  }

  await test.step('a mailed link and a code of an app sign in', async () => {
    await look('/desk')
    await page.goto('/desk')
    await tabAndType(page, page.getByLabel('Your email address'), OWNER)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/a link is on its way to it/)).toBeVisible()
    await openMail(page, 'staff_link')
    await page.getByRole('link', { name: /\/desk\/enter/ }).click()
    await tabAndPress(page, button(page, 'Continue'))
    await expect(title).toHaveText('Your code')
    await look('/desk/code')
    const key = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate()
    await tabAndType(page, page.getByLabel(/^The six digits/), code)
    await page.keyboard.press('Enter')
    await expect(title).toHaveText('Orders')
  })

  await test.step('£49.50 goes back after a second look', async () => {
    await tabAndType(page, page.getByLabel('Name, email, number or amount'), buyer.lastName.slice(0, 3).toLowerCase())
    await page.keyboard.press('Enter')
    await tabAndPress(page, link(page, `${buyer.firstName} ${buyer.lastName}`))
    await expect(page.getByText('The order was paid.')).toBeVisible()
    await tabAndPress(page, link(page, 'Refund'))
    const amount = page.getByLabel(/^Amount/)
    await tabAndType(page, amount, '2000')
    await tabAndType(page, page.getByLabel(/^Reason/), 'one place is not needed')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Only £1,074.00 of this order is left to refund.')).toBeVisible()
    await lookHere()
    await expect(amount).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('49.50')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toContainText(`£49.50 goes back to Ada Marsh <${buyer.email}>`)
    await expect(page.getByRole('main')).toContainText('£1,024.50 is left')
    await lookHere()
    await tabAndPress(page, button(page, 'Yes: refund'))
    await expect(page.getByRole('main')).toContainText('£49.50')
    await lookHere()
    await tabAndPress(page, link(page, 'The order'))
    await expect(
      page.getByText(`A refund of £49.50 was asked for, by ${OWNER} (“one place is not needed”).`),
    ).toBeVisible()
  })

  await test.step('the address is corrected and the messages go there', async () => {
    await tabAndPress(page, link(page, 'Correct the address'))
    await tabTo(page, page.getByLabel('New email address'))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('ada@work.example')
    await tabAndType(page, page.getByLabel(/^Reason/), 'a typing mistake')
    await page.keyboard.press('Enter')
    await expect(title).toHaveText('Done')
    await openMail(page, `order_confirmation ${orderId}`)
    await expect(page.getByText('ada@work.example').first()).toBeVisible()
  })

  await test.step('a date is confirmed, and the buyer’s mail has it', async () => {
    await page.goto(`/desk/orders/${orderId}`)
    await tabAndPress(page, link(page, 'Confirm a date'))
    await expect(title).toHaveText('Confirm a date')
    await lookHere()
    const year = new Date().getFullYear() + 1
    await tabAndType(page, page.getByLabel(/^Day and times/), `12 January ${year}, 9am to 5pm`)
    await tabAndType(page, page.getByLabel('Place'), 'Example House, Leeds')
    await tabAndType(page, page.getByLabel(/^Reason/), 'agreed by phone')
    await page.keyboard.press('Enter')
    await expect(title).toHaveText('Done')
    await openMail(page, 'booking_confirmed')
    await expect(page.getByText('Example House, Leeds').first()).toBeVisible()
    await page.goto(`/desk/orders/${orderId}`)
    await expect(page.getByText(/12 January \d{4}, 09:00 to 17:00, Example House, Leeds/)).toBeVisible()
    await expect(page.getByText(/The date 12 Jan \d{4}, 09:00 was confirmed, by owner@example.com/)).toBeVisible()
    await open(looked, await readLink(looked.request, `order_confirmation ${orderId}`, 'ada@work.example'))
    await expect(looked.getByText('Example House, Leeds')).toBeVisible()
  })

  await test.step('axe finds nothing and nothing is cut off', async () => {
    const order = `/orders/${orderId}`
    const pages = ['', '?text=nobody', order, `${order}/erase`, '/books', '/company', '/changes', '/none']
    for (const it of pages) await look(`/desk${it}`)
  })
})
