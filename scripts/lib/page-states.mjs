import { cart, checkoutStates } from './checkout-states.mjs'
import {
  button,
  click,
  customer,
  fillIn,
  focus,
  granted,
  hover,
  link,
  refusal,
  sees,
  submit,
  submitWrong,
} from './page-actions.mjs'

const orderId = 'order_1763716276001_ab12cd34'
const placedAt = '2026-11-05T09:07:00Z'
const user = { id: 'u1', ...customer }
const account = {
  user,
  isEmailConfirmed: true,
  change: null,
  isMailed: true,
  sessions: [
    { since: '2026-11-05T09:07:00Z', lastSeen: '2026-11-05T10:12:00Z', isThis: true },
    { since: '2026-11-05T07:30:00Z', lastSeen: '2026-11-05T08:01:00Z', isThis: false },
  ],
}
const course = 'CITB Site Management Safety Training Scheme'
const ordered = { orderId, state: 'paid', placedAt, total: 1437, refunded: 239, places: 3 }
const orders = [
  { ...ordered, titles: [course, 'Online CITB SSP'] },
  {
    ...ordered,
    orderId: 'order_1763116276001_cd34ef56',
    state: 'processing',
    refunded: 0,
    titles: ['First Aid at Work'],
  },
  { ...ordered, orderId: 'order_1762116276001_ef56ab12', state: 'refunded', total: 239, titles: ['Online CITB SSP'] },
]
const order = {
  ...ordered,
  paidAt: placedAt,
  paidBy: 'card',
  vat: 240,
  lines: [
    { courseId: 3, title: course, price: 499, quantity: 2 },
    { courseId: 17, title: 'Online CITB SSP', price: 199, quantity: 1 },
  ],
  refunds: [{ amount: 239, state: 'sent', at: '2026-11-06T12:00:00Z' }],
  papers: [
    { kind: 'receipt', number: 'R-000042', issuedAt: placedAt, total: 1437 },
    { kind: 'credit_note', number: 'C-000007', issuedAt: '2026-11-06T12:00:00Z', total: 239 },
  ],
}
const signIn = (answers, look) => async (page) => {
  const all = { read: granted(account), orders: granted({ orders, hasMore: true }), order: granted(order), ...answers }
  await page.route('**/api/account/*', (route) => {
    const [, call] = /account\/([\w-]+)$/.exec(route.request().url()) ?? []
    return route.fulfill(all[call] ?? granted({ success: true }))
  })
  const session = { auth_token: 'token', auth_user: JSON.stringify(user) }
  await page.evaluate((kept) => Object.assign(localStorage, kept), session)
  await page.reload()
  await look(page)
}
const followLink = (page) =>
  page.evaluate(() => {
    window.location.hash = '#aaa.bbb.ccc'
  })
const findAlert = (page) => page.getByRole('alert').waitFor()
const emailChange = { email: 'ada@work.example', isOldConfirmed: true, isNewConfirmed: false }
const unconfirmed = {
  read: granted({ ...account, isEmailConfirmed: false, change: emailChange }),
  orders: granted({ orders: [], hasMore: false }),
}
const orderAddress = `/account/orders/${orderId}`
const people = [{ name: 'Ada Marsh', email: customer.email }, ...Array(4).fill({ name: '', email: '' })]
const confirmed = {
  ...{ startsAt: '2027-01-12T09:00:00.000Z', endsAt: '2027-01-14T16:30:00.000Z', place: 'Unit 3, Example Road, Leeds' },
  instructions: 'Bring boots and photo ID.\nPark behind the hall.',
}
const booking = {
  ...{ version: 1, isOpen: true, company: 'Marsh Builders Ltd', purchaseOrder: 'PO-0042', wishes: 'Not on Mondays.' },
  courses: [
    { courseId: 3, title: course, people, confirmed: null },
    { courseId: 1, title: 'CITB Health & Safety Awareness', people: people.slice(0, 1), confirmed },
  ],
}

const accountStates = {
  account: { address: '/account', isWhole: true, prepare: signIn({}, sees('Refunded')) },
  'account-unconfirmed': {
    address: '/account',
    isWhole: true,
    prepare: signIn(unconfirmed, sees('Orders appear here once')),
  },
  'account-confirm': {
    address: '/account',
    async prepare(page) {
      await signIn({}, sees('Refunded'))(page)
      await followLink(page)
      await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
    },
  },
  'account-changes': {
    address: '/account',
    isWhole: true,
    async prepare(page) {
      await signIn({}, sees('Refunded'))(page)
      for (const name of ['Change name', 'Change email address', 'Delete account', 'Change password', 'Save password'])
        await click(button(name))(page)
      await findAlert(page)
    },
  },
  'account-unread': { address: '/account', prepare: signIn({ read: refusal(503, 'unavailable', '') }, findAlert) },
  order: { address: orderAddress, isWhole: true, prepare: signIn({}, sees('Your bank decides')) },
  'order-people': {
    address: orderAddress,
    isWhole: true,
    async prepare(page) {
      await page.route('**/api/orders/booking', (route) => route.fulfill(granted(booking)))
      await followLink(page)
      await fillIn(page, { 'Email of person 5': 'no address' })
      await submitWrong('Save')(page)
    },
  },
  'order-none': { address: orderAddress, prepare: signIn({ order: refusal(404, 'not_found', '') }, findAlert) },
  'reset-password-sent': {
    address: '/reset-password',
    async prepare(page) {
      await page.route('**/api/account/request-reset', (route) => route.fulfill(granted({ success: true })))
      await fillIn(page, { Email: customer.email })
      await submit('Send the link')(page)
      await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor()
    },
  },
  'reset-password-choose': {
    address: '/reset-password',
    async prepare(page) {
      await followLink(page)
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
      await submit('Save password')(page)
      await findAlert(page)
    },
  },
}

/**
 * A page to look at; `from` and `below` are the widths it exists at, in px.
 * @typedef {{ address: string, from?: number, below?: number, isWhole?: boolean,
 *   cart?: { id: number, title: string, duration: string, image: string, price: number, quantity: number }[],
 *   prepare?: (page: import('@playwright/test').Page) => Promise<void> }} PageState
 */

/**
 * The routes, and the page of an unknown post.
 * @type {Record<string, string>}
 */
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

export const consoleSections = {
  'console-live': '/',
  'console-releases': '/releases',
  'console-canary': '/canary',
  'console-record': '/record',
  'console-orders': '/orders',
  'console-doctor': '/doctor',
}

/**
 * States a visitor can bring a page into.
 * @type {Record<string, PageState>}
 */
export const states = {
  'menu-courses': {
    from: 768,
    address: '/',
    prepare: (page) => page.getByRole('navigation', { name: 'Main' }).getByText('Courses', { exact: true }).click(),
  },
  'menu-drawer': { below: 768, address: '/courses?category=food', prepare: click(button('Menu')) },
  'quick-checkout-empty': { address: '/', prepare: click(button('Cart')) },
  'quick-checkout-filled': { address: '/', cart, prepare: click(button('Cart')) },
  'link-skip': { address: '/', prepare: (page) => page.keyboard.press('Tab') },
  'chat-hover': { from: 768, address: '/about', prepare: hover(link('Chat with us')) },
  'button-hover': { from: 768, address: '/', prepare: hover(link('Our Services')) },
  'button-focus': { address: '/', prepare: focus(link('Our Services')) },
  'courses-food': { address: '/courses?category=food' },
  'courses-none': {
    address: '/courses',
    prepare: (page) => page.getByPlaceholder('Search courses...').fill('scuba diving'),
  },
  'courses-added': {
    address: '/courses?category=food',
    async prepare(page) {
      await click(button('Add to Cart'))(page)
      await link('View cart')(page).waitFor()
    },
  },
  'course-card-hover': { from: 768, address: '/courses?category=food', prepare: hover(button('Add to Cart')) },
  'course-card-focus': { address: '/courses?category=food', prepare: focus(button('Add to Cart')) },
  'course-details': {
    address: '/courses/citb-ssp',
    async prepare(page) {
      await submit(/View details/i)(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  'policy-details': {
    address: '/policies',
    async prepare(page) {
      await submit(/View Full Policy/)(page)
      await page.getByRole('dialog').getByRole('heading').nth(1).waitFor()
    },
  },
  'contact-errors': { address: '/contact', prepare: submitWrong(/Send/) },
  'cart-filled': { address: '/cart', cart, isWhole: true },
  'sign-in-errors': { address: '/login', prepare: submitWrong('Sign in') },
  'sign-up-errors': { address: '/signup', prepare: submitWrong(/Create/) },
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
