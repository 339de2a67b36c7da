import type { Page } from '@playwright/test'
import { type Answer, button, customer, type PageState, refusal, submit, submitWrong } from './actions'

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
const unpaid = { ...ordered, state: 'processing', refunded: 0 }
const orders = [
  { ...ordered, titles: [course, 'Online CITB SSP'] },
  { ...unpaid, orderId: 'order_1763116276001_cd34ef56', titles: ['First Aid at Work'] },
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
type Answers = Record<string, Answer>

async function signIn(page: Page, seen = page.getByText('Refunded'), answers: Answers = {}): Promise<void> {
  const all: Answers = {
    read: { json: account },
    orders: { json: { orders, hasMore: true } },
    order: { json: order },
    ...answers,
  }
  await page.route('**/api/account/*', (route) => {
    const [, call = ''] = /account\/([\w-]+)$/.exec(route.request().url()) ?? []
    return route.fulfill(all[call] ?? { json: { success: true } })
  })
  const session = { auth_token: 'token', auth_user: JSON.stringify(user) }
  await page.evaluate((kept) => Object.assign(localStorage, kept), session)
  await page.reload()
  await seen.first().waitFor()
}
const followLink = (page: Page) =>
  page.evaluate(() => {
    window.location.hash = '#aaa.bbb.ccc'
  })
const alertOn = (page: Page) => page.getByRole('alert')
const emailChange = { email: 'ada@work.example', isOldConfirmed: true, isNewConfirmed: false }
const unconfirmed = {
  read: { json: { ...account, isEmailConfirmed: false, change: emailChange } },
  orders: { json: { orders: [], hasMore: false } },
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

export const accountStates: Record<string, PageState> = {
  account: { address: '/account', isWhole: true, prepare: (page) => signIn(page) },
  'account-unconfirmed': {
    address: '/account',
    isWhole: true,
    prepare: (page) => signIn(page, page.getByText('Orders appear here once'), unconfirmed),
  },
  'account-confirm': {
    address: '/account',
    async prepare(page) {
      await signIn(page)
      await followLink(page)
      await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
    },
  },
  'account-changes': {
    address: '/account',
    isWhole: true,
    async prepare(page) {
      await signIn(page)
      for (const name of ['Change name', 'Change email address', 'Delete account', 'Change password', 'Save password'])
        await button(page, name).click()
      await alertOn(page).waitFor()
    },
  },
  'account-unread': {
    address: '/account',
    prepare: (page) => signIn(page, alertOn(page), { read: refusal(503, 'unavailable', '') }),
  },
  order: { address: orderAddress, isWhole: true, prepare: (page) => signIn(page, page.getByText('Your bank decides')) },
  'order-people': {
    address: orderAddress,
    isWhole: true,
    async prepare(page) {
      await page.route('**/api/orders/booking', (route) => route.fulfill({ json: booking }))
      await followLink(page)
      await page.getByLabel('Email of person 5').fill('no address')
      await submitWrong(page, 'Save')
    },
  },
  'order-none': {
    address: orderAddress,
    prepare: (page) => signIn(page, alertOn(page), { order: refusal(404, 'not_found', '') }),
  },
  'reset-password-sent': {
    address: '/reset-password',
    async prepare(page) {
      await page.route('**/api/account/request-reset', (route) => route.fulfill({ json: { success: true } }))
      await page.getByLabel('Email').fill(customer.email)
      await submit(page, 'Send the link')
      await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor()
    },
  },
  'reset-password-choose': {
    address: '/reset-password',
    async prepare(page) {
      await followLink(page)
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
      await submit(page, 'Save password')
      await alertOn(page).waitFor()
    },
  },
}
