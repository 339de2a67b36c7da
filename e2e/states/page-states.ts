import type { Locator, Page } from '@playwright/test'
import { accountStates } from './account-states'
import { button, link, type PageState, submit, submitWrong } from './actions'
import { cart, checkoutStates } from './checkout-states'

/** A key press makes the browser show the focus. */
async function focusByKey(page: Page, control: Locator): Promise<void> {
  await page.keyboard.press('Tab')
  await control.focus()
}

const FOOD = '/courses?category=food'

/** States a visitor can bring a page into. */
export const states: Readonly<Record<string, PageState>> = {
  'menu-courses': {
    from: 768,
    address: '/',
    prepare: (page) => page.getByRole('navigation', { name: 'Main' }).getByText('Courses', { exact: true }).click(),
  },
  'menu-drawer': { below: 768, address: FOOD, prepare: (page) => button(page, 'Menu').click() },
  'quick-checkout-empty': { address: '/', prepare: (page) => button(page, 'Cart').click() },
  'quick-checkout-filled': { address: '/', cart, prepare: (page) => button(page, 'Cart').click() },
  'link-skip': { address: '/', prepare: (page) => page.keyboard.press('Tab') },
  'chat-hover': { from: 768, address: '/about', prepare: (page) => link(page, 'Chat with us').hover() },
  'button-hover': { from: 768, address: '/', prepare: (page) => link(page, 'Our Services').hover() },
  'button-focus': { address: '/', prepare: (page) => focusByKey(page, link(page, 'Our Services')) },
  'courses-food': { address: FOOD },
  'courses-none': { address: '/courses', prepare: (page) => page.getByRole('searchbox').fill('scuba diving') },
  'courses-added': {
    address: FOOD,
    async prepare(page) {
      await button(page, 'Add to Cart').click()
      await link(page, 'View cart').waitFor()
    },
  },
  'course-card-hover': { from: 768, address: FOOD, prepare: (page) => button(page, 'Add to Cart').hover() },
  'course-card-focus': { address: FOOD, prepare: (page) => focusByKey(page, button(page, 'Add to Cart')) },
  'course-details': {
    address: '/courses/citb-ssp',
    prepare: (page) => submit(page, /View details/i).then(() => page.getByRole('dialog').waitFor()),
  },
  'policy-details': {
    address: '/policies',
    async prepare(page) {
      await submit(page, /View Full Policy/)
      await page.getByRole('dialog').getByRole('heading').nth(1).waitFor()
    },
  },
  'contact-errors': { address: '/contact', prepare: (page) => submitWrong(page, /Send/) },
  'cart-filled': { address: '/cart', cart, isWhole: true },
  'sign-in-errors': { address: '/login', prepare: (page) => submitWrong(page, 'Sign in') },
  'sign-up-errors': { address: '/signup', prepare: (page) => submitWrong(page, /Create/) },
  ...checkoutStates,
  ...accountStates,
  'page-unloadable': {
    address: '/',
    async prepare(page) {
      await page.route('**/assets/content/**', (route) => route.abort())
      await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/policies"]')?.click())
      await page.getByRole('heading', { level: 1, name: /could not be loaded|still loading/ }).waitFor()
    },
  },
  boundaries: { address: '/courses?boundaries' },
}
