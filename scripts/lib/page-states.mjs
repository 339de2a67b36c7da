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

const cart = [
  {
    id: 3,
    title: 'CITB Site Management Safety Training Scheme',
    duration: '5 Days',
    price: 499,
    image: '/images/courses/3.svg',
    quantity: 2,
  },
  {
    id: 17,
    title: 'Online CITB SSP',
    duration: 'Self-paced',
    price: 199,
    image: '/images/courses/17.svg',
    quantity: 1,
  },
]

const button = (name) => (page) => page.getByRole('button', { name }).first()
const link = (name) => (page) => page.getByRole('link', { name }).first()
const click = (find) => (page) => find(page).click()
const hover = (find) => (page) => find(page).hover()
const focus = (find) => async (page) => {
  // A key before it makes the browser show the focus.
  await page.keyboard.press('Tab')
  await find(page).focus()
}
const submit = (name) => click((page) => page.getByRole('main').getByRole('button', { name }).first())

/** An address for each picture: the shop asks whoever orders the same twice whether they mean it. */
const buyer = (page, purpose) => ({
  'First Name': 'Ada',
  'Last Name': 'Marsh',
  Email: `ada.${purpose}.${page.viewportSize().width}@example.com`,
})
const fillIn = async (page, texts) => {
  for (const [label, text] of Object.entries(texts)) {
    await page.getByRole('textbox', { name: label }).first().fill(text)
  }
}

/** Fills in the checkout with a test card and pays. */
const typeAndPay = (number) => async (page) => {
  const card = { 'Card number': number, 'Expiry date': '12 / 34', 'Security code': '123' }
  await fillIn(page, { ...buyer(page, number.slice(-4)), ...card })
  await page.getByRole('button', { name: /^Pay £/ }).click()
}

/** Pays by card and waits for what answers. */
const payByCard = (number, answer) => async (page) => {
  await typeAndPay(number)(page)
  await page
    .getByRole('main')
    .getByRole(answer, { name: answer === 'heading' ? /Thank you/ : undefined })
    .waitFor()
}

const refusal = (status, code, message, data) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ success: false, code, message, ...(data && { data }) }),
})

/** Answers the payment calls in the server's place. */
const answerPayments = (answer) => (page) => page.route('**/api/payments/**', (route) => route.fulfill(answer))

const customer = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }

/** Comes back to an order that may have taken money, and waits for the heading. */
const comeBackTo = (payment, answer, heading) => async (page) => {
  if (answer) await answerPayments(answer)(page)
  const order = { id: 'order_1767225600000_k3x9qa2m', lines: cart, customer, stage: 'locked', payment }
  await page.evaluate((text) => localStorage.setItem('checkout_order', text), JSON.stringify(order))
  await page.reload()
  await page.getByRole('heading', { name: heading }).waitFor()
}

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
const granted = (body) => ({ contentType: 'application/json', body: JSON.stringify(body) })

/** Signs in, with the server's part played here, and comes back to the page. */
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
const sees = (text) => (page) => page.getByText(text).first().waitFor()

const prices = {
  lines: [
    { id: 3, price: 529 },
    { id: 17, price: null },
  ],
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
  'checkout-card': { address: '/checkout', cart, isWhole: true },
  'checkout-paypal': { address: '/checkout?method=paypal', cart, isWhole: true },
  'cart-removed': { address: '/cart', cart, prepare: click(button(/^Remove/)) },
  'checkout-declined': { address: '/checkout', cart, prepare: payByCard('4000000000000002', 'alert') },
  'checkout-confirmed': {
    address: '/checkout',
    cart,
    prepare: payByCard('4242424242424242', 'heading'),
    isWhole: true,
  },
  'checkout-repeat': {
    address: '/checkout',
    cart,
    async prepare(page) {
      const words = 'An order for the same courses was begun with this email address a short while ago.'
      await answerPayments(refusal(409, 'similar_order', words))(page)
      await payByCard('4242424242424242', 'alert')(page)
    },
  },
  'checkout-price-changed': {
    address: '/checkout',
    cart,
    async prepare(page) {
      const words = 'The price of your basket has changed'
      await answerPayments(refusal(422, 'price_changed', words, prices))(page)
      await payByCard('4242424242424242', 'alert')(page)
    },
  },
  'cart-price-changed': {
    address: '/courses',
    cart: cart.map((line) => ({ ...line, price: line.price - 10 })),
    async prepare(page) {
      await page.waitForFunction(() => localStorage.getItem('cart')?.includes('499'))
      await click(link('Cart'))(page)
      await click(link('View Cart & Checkout'))(page)
      await page.getByText('now costs').first().waitFor()
    },
  },
  'checkout-processing': {
    address: '/checkout',
    cart,
    async prepare(page) {
      await typeAndPay('4000000000007007')(page)
      await page.getByText('Payment processing.').first().waitFor()
    },
  },
  'checkout-declined-wallet': {
    address: '/checkout?method=paypal',
    cart,
    async prepare(page) {
      await fillIn(page, buyer(page, 'wallet'))
      await click(button('Pay with PayPal'))(page)
      await page.getByRole('button', { name: 'Pay, but the bank declines' }).click()
      await page.getByText('Choose another source of money').waitFor()
    },
  },
  'checkout-unsettled': {
    address: '/checkout',
    cart,
    isWhole: true,
    prepare: comeBackTo(
      { method: 'card', providerId: 'pi_1', isTaken: false },
      refusal(503, 'unavailable', 'Failed to confirm payment. Please check your order status.'),
      'Your payment is not confirmed yet',
    ),
  },
  'checkout-not-found': {
    address: '/checkout',
    cart,
    isWhole: true,
    prepare: comeBackTo(
      { method: 'card', providerId: 'pi_1', isTaken: true },
      refusal(404, 'payment_not_found', ''),
      'Your payment is not confirmed yet',
    ),
  },
  'checkout-bank-decides': {
    address: '/checkout',
    cart,
    isWhole: true,
    prepare: comeBackTo(
      { method: 'card', providerId: 'pi_1', isTaken: false },
      refusal(409, 'payment_processing', ''),
      'Your payment is being checked',
    ),
  },
  'checkout-elsewhere': {
    address: '/checkout',
    cart,
    isWhole: true,
    async prepare(page) {
      const other = await page.context().newPage()
      await other.goto('/about')
      await other.evaluate(() => void navigator.locks.request('checkout-payment', () => new Promise(() => {})))
      await comeBackTo(
        { method: 'card', providerId: 'pi_1', isTaken: false },
        undefined,
        'Your payment is open in another tab',
      )(page)
    },
  },
  'checkout-received': {
    address: '/checkout',
    cart,
    isWhole: true,
    prepare: comeBackTo(
      { method: 'paypal', providerId: 'PP-1', isTaken: true },
      {
        contentType: 'application/json',
        body: JSON.stringify({ success: true, message: '', data: { status: 'needs_attention', isMailed: false } }),
      },
      'Thank you for your order!',
    ),
  },
  'checkout-errors': { address: '/checkout', cart, prepare: submit(/^Pay/) },
  account: { address: '/account', isWhole: true, prepare: signIn({}, sees('Refunded')) },
  'account-unconfirmed': {
    address: '/account',
    isWhole: true,
    async prepare(page) {
      const change = { email: 'ada@work.example', isOldConfirmed: true, isNewConfirmed: false }
      const read = granted({ ...account, isEmailConfirmed: false, change })
      const answers = { read, orders: granted({ orders: [], hasMore: false }) }
      await signIn(answers, sees('Orders appear here once'))(page)
    },
  },
  'account-confirm': {
    address: '/account',
    async prepare(page) {
      await signIn({}, sees('Refunded'))(page)
      await page.evaluate(() => {
        window.location.hash = '#aaa.bbb.ccc'
      })
      await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
    },
  },
  'account-changes': {
    address: '/account',
    isWhole: true,
    async prepare(page) {
      await signIn({}, sees('Refunded'))(page)
      for (const name of ['Change name', 'Change email address', 'Delete account']) await click(button(name))(page)
      await click(button('Change password'))(page)
      await click(button('Save password'))(page)
      await page.getByRole('alert').waitFor()
    },
  },
  'account-unread': {
    address: '/account',
    prepare: signIn({ read: refusal(503, 'unavailable', '') }, (page) => page.getByRole('alert').waitFor()),
  },
  order: { address: `/account/orders/${orderId}`, isWhole: true, prepare: signIn({}, sees('Your bank decides')) },
  'order-none': {
    address: `/account/orders/${orderId}`,
    prepare: signIn({ order: refusal(404, 'not_found', '') }, (page) => page.getByRole('alert').waitFor()),
  },
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
      await page.evaluate(() => {
        window.location.hash = '#aaa.bbb.ccc'
      })
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
      await submit('Save password')(page)
      await page.getByRole('alert').waitFor()
    },
  },
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
