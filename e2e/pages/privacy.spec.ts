import type { Page } from '@playwright/test'
import { password } from '../support/account'
import { bank, cards, expectPaidOnce, expectSuccess, newBuyer, payButton } from '../support/checkout'
import { tabAndPress, tabAndType } from '../support/keyboard'
import { routes } from '../support/routes'
import { addToCart, storedLine } from '../support/shop'
import { expect, open, test, watchOtherHosts } from '../support/test'

test('D-24: the map is a plan of this origin, zoomed by buttons, keys and two fingers', async ({ page, baseURL }) => {
  const asked = watchOtherHosts(page, baseURL)
  await open(page, '/contact')
  const map = page.frameLocator('iframe[src="/map"]')
  const plan = map.getByRole('img', { name: /^Streets around 1 Example Street/ })
  await expect(plan).toBeVisible()
  await expect(map.getByRole('link', { name: /Full map/ })).toHaveAttribute('href', /openstreetmap/)
  const expectWidth = (width: number) =>
    expect.poll(async () => Number((await plan.getAttribute('viewBox'))?.split(' ')[2])).toBeCloseTo(width, 3)
  await expectWidth(1200)
  await map.getByRole('button', { name: 'Zoom in' }).click()
  await expectWidth(800)
  await page.keyboard.press('+')
  await expectWidth(1200 / 2.25)
  await map.getByRole('button', { name: 'Zoom out' }).click()
  await expectWidth(800)
  await page.keyboard.press('ArrowRight')
  await expect(plan).not.toHaveAttribute('viewBox', /^200 /)
  await plan.evaluate((it) => {
    const finger = (identifier: number, clientX: number) => new Touch({ identifier, target: it, clientX, clientY: 99 })
    const touch = (type: string, apart: number) =>
      it.dispatchEvent(
        new TouchEvent(type, { cancelable: true, touches: [finger(1, 300 - apart / 2), finger(2, 300 + apart / 2)] }),
      )
    touch('touchstart', 100)
    touch('touchmove', 200)
  })
  await expectWidth(400)
  expect(asked).toEqual([])
})

const names = ['auth_token', 'auth_user', 'cart', 'cart_paid', 'cart_prices_at', 'checkout_order']
const keys = [...names, 'react-router-scroll-positions']
const cookies = ['__Host-session', 'known', 'site_rollout', 'site_preview']

test.describe('a browser in which a script left', () => {
  // The policy refuses the picture's address.
  test.use({ expectedErrors: /401|javascript:.*Content Security Policy/ })

  // After a rollback every page still showed 72 for 27: a script had left a typeface with swapped digits.
  test('D4, R100: garbage under every name shows each page as it is', async ({ page, context, baseURL }) => {
    const named = cookies.filter((name) => !name.startsWith('__Host-'))
    await context.addCookies([...named, 'session'].map((name) => ({ name, value: '1.x.y', url: baseURL ?? '' })))
    await page.addInitScript(
      ({ names, line }) => {
        if (window.top !== window) return
        // A worker of the site that had this address before.
        const worker = { unregister: async () => Reflect.set(window, 'isUnregistered', true) }
        Object.assign(ServiceWorkerContainer.prototype, { getRegistrations: async () => [worker] })
        const hostile = '"><img src=x onerror="damage=1">'
        for (const name of names) localStorage.setItem(name, `{"x":${name.length}`)
        localStorage.setItem('auth_user', JSON.stringify({ firstName: hostile, lastName: '', email: '' }))
        localStorage.setItem('auth_token', 'x')
        localStorage.setItem('cart_prices_at', '9e15')
        const cart = JSON.stringify([{ ...line, title: hostile }, { id: hostile }])
        localStorage.setItem('cart', cart.replace('{', '{"__proto__":{"quantity":5},'))
      },
      { names: [...keys, 'typeface'], line: { ...storedLine(2), price: 0.27, image: 'javascript:damage=1' } },
    )
    await page.goto('/robots.txt')
    await page.evaluate(async () => {
      const cache = await caches.open('damage')
      await Promise.all(['/', '/courses'].map((path) => cache.put(path, new Response('<h1>Damaged</h1>'))))
    })
    for (const { path, heading } of routes.filter((it) => !it.path.startsWith('/account/'))) {
      await open(page, path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(heading)
      const font = await page.evaluate(() => [
        Reflect.get(window, 'damage'),
        'quantity' in {},
        [...document.fonts].length > 0,
      ])
      expect([path, ...font]).toEqual([path, undefined, false, true])
    }
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'isUnregistered'))).toBe(true)
  })
})

test('an account, a card and the bank’s question need no pointer, and the browser keeps what the privacy policy lists', async ({
  page,
  request,
}) => {
  const kept = new Set<string>()
  await page.exposeFunction('noteKept', (name: string) => kept.add(name))
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name, value) {
      Reflect.get(window, 'noteKept')(name)
      setItem.call(this, name, value)
    }
  })
  const buyer = newBuyer()
  await open(page, '/courses')
  await addToCart(page, 'CITB Health & Safety Awareness')
  await open(page, '/signup')
  await tabAndType(page, page.getByLabel('First Name'), buyer.firstName)
  await tabAndType(page, page.getByLabel('Last Name'), buyer.lastName)
  await tabAndType(page, page.getByLabel('Email'), buyer.email)
  await tabAndType(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await tabAndType(page, page.getByLabel('Card number', { exact: true }), cards.asks)
  await tabAndType(page, page.getByLabel('Expiry date', { exact: true }), '1234')
  await tabAndType(page, page.getByLabel('Security code', { exact: true }), '123')
  await tabAndPress(page, payButton(page))
  await expect(bank(page)).toBeVisible()
  await tabAndPress(page, bank(page).getByRole('button').first())
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
  await expect.poll(() => kept.has('cart_paid')).toBe(true)
  expect((await page.context().cookies()).map(({ name }) => name).toSorted()).toEqual(['known', 'session'])
  const databases = await page.evaluate(async () => [...(await indexedDB.databases()), ...(await caches.keys())])
  expect(databases).toEqual([])

  const listed = await readKept(page)
  // Written while a page is left, which tells no one.
  for (const name of await page.evaluate(() => Object.keys(sessionStorage))) kept.add(name)
  expect([...kept].toSorted()).toEqual(listed.keys)
  expect(listed.keys).toEqual(keys)
  // The origin's tests of canaries and previews cover the last two.
  expect(listed.cookies).toEqual(cookies)
})

async function readKept(page: Page) {
  await page.goto('/policies')
  await page.getByRole('button', { name: 'View Full Policy: Privacy Policy' }).click()
  const table = page.getByRole('dialog').getByRole('table').filter({ hasText: 'How long' })
  await table.waitFor()
  const names = (await table.getByRole('rowheader').allInnerTexts()).flatMap((text) => text.split(', '))
  const cookie = / \(cookie\)$/
  return {
    keys: names.filter((name) => !cookie.test(name)).toSorted(),
    cookies: names.filter((name) => cookie.test(name)).map((name) => name.replace(cookie, '')),
  }
}
