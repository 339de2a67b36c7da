import { accountStates } from './account-states.mjs'
import { cart, checkoutStates } from './checkout-states.mjs'
import { button, click, focus, hover, link, submit } from './page-actions.mjs'

/** The routes, and the page of an unknown post. */
export const pages = {
  home: '/',
  about: '/about',
  courses: '/courses',
  'safety-plus': '/courses/citb-ssp',
  blog: '/blog',
  'blog-post': '/blog/1',
  'blog-post-unknown': '/blog/none',
  careers: '/careers',
  contact: '/contact',
  policies: '/policies',
  'cart-empty': '/cart',
  'sign-in': '/login',
  'sign-up': '/signup',
  'account-signed-out': '/account',
  'order-signed-out': '/account/orders/order_1763716276001_ab12cd34',
  'reset-password': '/reset-password',
}

/** Sections of the operator's console. */
export const consoleSections = {
  'console-live': '/',
  'console-releases': '/releases',
  'console-canary': '/canary',
  'console-record': '/record',
  'console-orders': '/orders',
  'console-doctor': '/doctor',
}

/**
 * What a visitor can bring a page into: the address, what is in the cart, and what is done. `from` and
 * `below` are the widths a state exists at.
 */
export const states = {
  'menu-courses': {
    from: 768,
    address: '/',
    prepare: (page) => page.getByRole('navigation', { name: 'Main' }).getByText('Courses', { exact: true }).click(),
  },
  'menu-drawer': { below: 768, address: '/courses', prepare: click(button('Menu')) },
  'quick-checkout-empty': { address: '/', prepare: click(link('Cart')) },
  'quick-checkout-filled': { address: '/', cart, prepare: click(link('Cart')) },
  'link-skip': { address: '/', prepare: (page) => page.keyboard.press('Tab') },
  'chat-hover': { from: 768, address: '/contact', prepare: hover(link('Chat with us')) },
  'button-hover': { from: 768, address: '/', prepare: hover(link('Our Services')) },
  'button-focus': { address: '/', prepare: focus(link('Our Services')) },
  'courses-food': { address: '/courses?category=food' },
  'courses-none': {
    address: '/courses',
    prepare: (page) => page.getByPlaceholder('Search courses...').fill('scuba diving'),
  },
  'courses-added': { address: '/courses', prepare: click(button('Add to Cart')) },
  'course-card-hover': { from: 768, address: '/courses', prepare: hover(button('Add to Cart')) },
  'course-card-focus': { address: '/courses', prepare: focus(button('Add to Cart')) },
  'course-details': { address: '/courses/citb-ssp', prepare: submit(/View details/i) },
  'policy-details': {
    address: '/policies',
    async prepare(page) {
      await submit(/View Full Policy/)(page)
      await page.getByRole('dialog').getByRole('heading').nth(1).waitFor()
    },
  },
  'contact-errors': { address: '/contact', prepare: submit(/Send/) },
  'cart-filled': { address: '/cart', cart, isWhole: true },
  'sign-in-errors': { address: '/login', prepare: submit('Sign in') },
  'sign-up-errors': { address: '/signup', prepare: submit(/Create/) },
  ...checkoutStates,
  ...accountStates,
  'page-unloadable': {
    address: '/',
    async prepare(page) {
      await page.route('**/assets/content/**', (route) => route.abort())
      await page.evaluate(() => document.querySelector('a[href="/policies"]').click())
      await page.getByRole('heading', { level: 1, name: /could not be loaded|still loading/ }).waitFor()
    },
  },
  boundaries: { address: '/courses?boundaries' },
}
