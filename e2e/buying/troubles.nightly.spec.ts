import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { confirm, readLink, signIn, signUp } from '../support/account'
import { cards, chooseInWallet, expectPaidOnce, expectSuccess, fillIn, newBuyer, typeCard } from '../support/checkout'
import { type FailingLine, drill as test } from '../support/drill'
import { addToCart, cartIcon, expectBadge, rowOf } from '../support/shop'
import { expect, hydrated, open } from '../support/test'

const TITLE = 'Level 2 Food Safety & Hygiene'

type Trouble = (visit: { context: BrowserContext; page: Page; line: FailingLine }) => Promise<unknown>
const troubles: Record<string, Trouble> = {
  'no trouble': async () => {},
  'a translator that never rests': ({ context }) => context.addInitScript(translate),
  'an extension that adds to each field': ({ context }) => context.addInitScript(addBesideFields),
  'a browser without ES2023': ({ context }) => context.addInitScript(forgetBuiltIns),
  'all files failing once': failOnce,
  'the worker of a former site': installFormerWorker,
}

test.use({ expectedErrors: /Failed to load resource|ChunkLoadError|Minified React error #4(18|25)/ })

for (const [name, cause] of Object.entries(troubles))
  test(`a buyer searches, buys twice and signs in with ${name}`, async ({ context, page, request, line }) => {
    test.slow()
    await cause({ context, page, line })
    await page.addLocatorHandler(page.getByRole('button', { name: 'Try again' }), (button) => button.click())
    await buy(page, request)
  })

async function buy(page: Page, request: APIRequestContext): Promise<void> {
  const buyer = newBuyer()
  await fillCart(page)
  await page.getByRole('main').getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/checkout')
  await hydrated(page)
  await fillIn(page, buyer)
  await typeCard(page, cards.succeeds)
  await page.getByRole('button', { name: 'Pay £228.00' }).click()
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer, '228.00')

  const other = newBuyer()
  await open(page, '/courses?category=food')
  await addToCart(page, TITLE)
  await open(page, '/checkout')
  await fillIn(page, other)
  await page.getByRole('radio', { name: /PayPal/ }).check()
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await chooseInWallet(page, 'Pay')
  await expectPaidOnce(request, await expectSuccess(page, other), other, '114.00')

  await signUp(page, buyer)
  await confirm(page, await readLink(request, 'account_confirm', buyer.email))
  await page.getByRole('button', { name: 'Sign out here' }).click()
  await expect(page.getByText('You are not signed in.')).toBeVisible()
  await signIn(page, buyer.email)
  await open(page, '/account')
  await page.getByRole('link', { name: TITLE }).click()
  await expect(page.getByRole('main').getByText('£228.00').first()).toBeVisible()
}

async function fillCart(page: Page): Promise<void> {
  await open(page, '/courses')
  await page.getByPlaceholder('Search courses...').fill('level 2 food')
  await expect(page.getByText('1 courses found')).toBeVisible()
  await addToCart(page, TITLE)
  await expectBadge(page, 1)
  await addToCart(page, TITLE)
  await expectBadge(page, 2)
  await cartIcon(page).click()
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  const row = rowOf(page, TITLE)
  await row.getByRole('combobox').selectOption('3')
  await expectTotal(page, '£342.00')
  await row.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expectTotal(page, '£342.00')
  await row.getByRole('combobox').selectOption('2')
  await expectTotal(page, '£228.00')
  await expectBadge(page, 2)
}

function expectTotal(page: Page, total: string): Promise<void> {
  const amounts = page.getByRole('region', { name: 'Order Summary' }).getByRole('definition')
  return expect(amounts.last()).toHaveText(total)
}

function translate(): void {
  const wrap = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, option, textarea, noscript')) continue
      const font = document.createElement('font')
      font.appendChild(document.createElement('font')).append(text.data)
      text.replaceWith(font)
    }
  }
  addEventListener('DOMContentLoaded', () => {
    wrap()
    new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

function addBesideFields(): void {
  addEventListener('DOMContentLoaded', () => {
    for (const field of document.querySelectorAll('input, select, textarea'))
      field.after(Object.assign(document.createElement('div'), { className: 'extension' }))
  })
}

function forgetBuiltIns(): void {
  const Typed = Object.getPrototypeOf(Int8Array)
  const names = 'toSorted toReversed toSpliced with findLast findLastIndex isWellFormed toWellFormed union intersection'
  const statics = 'groupBy withResolvers fromAsync try escape parse canParse any'
  for (const { prototype } of [Array, Typed, String, Set])
    for (const name of names.split(' ')) Reflect.deleteProperty(prototype, name)
  for (const owner of [Object, Map, Promise, Array, RegExp, URL, AbortSignal])
    for (const name of statics.split(' ')) if (owner !== Promise || name !== 'any') Reflect.deleteProperty(owner, name)
  for (const name of ['Iterator', 'requestIdleCallback', 'scheduler', 'navigation'])
    Reflect.deleteProperty(window, name)
}

async function failOnce({ context }: { context: BrowserContext }): Promise<void> {
  const failed = new Set<string>()
  await context.route(/\/assets\/.*\.(js|css)$/, (route) => {
    const url = route.request().url()
    if (failed.has(url)) return route.continue()
    failed.add(url)
    return route.abort()
  })
}

async function installFormerWorker({ page, line }: { page: Page; line: FailingLine }): Promise<void> {
  line.break(/./, 'is of a former site')
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  line.repair()
  await page.goto('/')
  await expect(page.getByText('Welcome to the former site')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
}
